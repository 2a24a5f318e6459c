import Timing
import Text

/// The clock with its phase, and the title.
extension FrameRenderer {
  /// The digits of the clock: the running time, or the seconds to go.
  var clockText: String {
    snapshot.phase == .countdown
      ? CountdownLabel().text(of: snapshot.displayedTime)
      : times.text(of: snapshot.displayedTime)
  }

  private var clockStyle: TextStyle {
    switch snapshot.phase {
    case .running: .good
    case .countdown, .stopped: .waiting
    case .ready, .finished: .strong
    case .discarded: .faint
    }
  }

  /// The phase in words; the first second after a countdown shows its `0`.
  private var phaseText: String {
    switch snapshot.phase {
    case .countdown: return "starts in \(CountdownLabel().text(of: snapshot.displayedTime))"
    case .running where isFirstSecond: return "running  0"
    default: return snapshot.phase.rawValue
    }
  }

  /// The phase in fewer words, beside the clock.
  private var shortPhaseText: String {
    snapshot.phase == .countdown ? "to go" : snapshot.phase.rawValue
  }

  private var isFirstSecond: Bool {
    summary.stopwatch.start?.isAhead == true
      && Duration.zero..<Duration.seconds(1) ~= snapshot.displayedTime
  }

  /// Draws the clock in large digits.
  mutating func draw(_ digits: LargeDigits, row: Int) {
    let block: Character = canvas.charset == .utf8 ? "█" : "#"
    for (offset, line) in digits.lines(clockText, block: block).enumerated() {
      canvas.put(line, row: row + offset, column: 1, style: clockStyle)
    }
  }

  /// Draws clock and phase in one row, with the number of laps if no other row shows it.
  ///
  /// On a screen of one row also the controls, or the message instead of all but the clock.
  mutating func drawClockLine(row: Int) {
    var end = canvas.put(clockText, row: row, style: clockStyle)
    if size.rows == 1, let message = scene.message {
      canvas.put(message, row: row, column: end + 1, style: .bad)
      return
    }
    end = canvas.put(
      firstFitting: [phaseText, shortPhaseText], row: row, column: end + 1, style: clockStyle)
    guard size.rows <= 2 else { return }
    let laps = SplitList.header(count: summary.lapCount)
    end = canvas.put(firstFitting: [laps], row: row, column: end + 1)
    if size.rows == 1 { drawControls(row: row, from: end + 3) }
  }

  /// Draws name, number and age; without room for all, the name is cut first, then the age left out.
  mutating func drawTitle(row: Int) {
    let age = summary.startedAt.map { snapshot.age(of: $0) }
    let started =
      snapshot.phase == .countdown ? nil : age.map { "started \(AgeLabel().text(of: $0))" }
    let number = "session \(scene.board.number)"
    var end = 0
    if let name = summary.profile.name {
      let rest = canvas.columns(of: number) + 2
      let besideAge = size.columns - rest - (started.map { canvas.columns(of: $0) + 2 } ?? 0)
      let needed = min(Self.recognizableColumns, canvas.columns(of: name))
      let room = besideAge >= needed ? besideAge : size.columns - rest
      end = canvas.put(name, row: row, style: .strong, columns: room >= needed ? room : .max) + 2
    }
    end = canvas.put(firstFitting: [number], row: row, column: end, style: .strong)
    guard let age, let started else { return }
    let start = canvas.put(started, row: row, after: end + 1, style: .faint)
    if start < size.columns { canvas.nextChange.add(age: age) }
  }

  /// The columns of a long name that suffice to recognize it.
  private static let recognizableColumns = 12

  /// Draws the phase, the people timed and the tags.
  mutating func drawPhase(row: Int) {
    var end = canvas.put(phaseText, row: row, style: clockStyle)
    let people = summary.profile.people.map(\.full).joined(separator: ", ")
    if !people.isEmpty { end = canvas.put(people, row: row, column: end + 2) }
    let tags = summary.profile.tags.map { "#" + $0 }.joined(separator: " ")
    canvas.put(tags, row: row, after: end + 1, style: .faint)
  }
}
