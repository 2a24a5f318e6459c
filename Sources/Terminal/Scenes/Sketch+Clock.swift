import Timing
import Text

/// The clock, large or small, and what it does.
extension Sketch {
  /// What the clock shows: the running time, or the seconds to go.
  var clockText: String {
    present.phase == .countdown
      ? CountdownLabel().text(of: present.runningTime) : times.text(of: present.runningTime)
  }

  private var ink: Ink {
    switch present.phase {
    case .running: .good
    case .countdown, .stopped: .waiting
    case .ready, .finished: .strong
    case .discarded: .faint
    }
  }

  /// What the clock does, in words; the first second after a countdown is its `0`.
  private var phaseText: String {
    switch present.phase {
    case .countdown: return "starts in \(CountdownLabel().text(of: present.runningTime))"
    case .running where isFirstSecond: return "running  0"
    default: return present.phase.rawValue
    }
  }

  /// The same beside the seconds to go, where these need not be told twice.
  private var shortPhase: String {
    present.phase == .countdown ? "to go" : present.phase.rawValue
  }

  private var isFirstSecond: Bool {
    summary.stopwatch.start?.isAhead == true
      && Duration.zero..<Duration.seconds(1) ~= present.runningTime
  }

  mutating func draw(_ digits: Digits, row: Int) {
    let block: Character = canvas.look.isUTF8 ? "█" : "#"
    for (offset, line) in digits.lines(clockText, block: block).enumerated() {
      canvas.put(line, row: row + offset, column: 1, ink: ink)
    }
  }

  /// Clock, phase and, where no other row tells it, the number of laps; where there is but one row,
  /// also the controls, or what was refused.
  mutating func drawClockLine(row: Int) {
    var end = canvas.put(clockText, row: row, ink: ink)
    if size.rows == 1, let message = scene.message {
      canvas.put(message, row: row, column: end + 1, ink: .bad)
      return
    }
    end = canvas.put(firstFitting: [phaseText, shortPhase], row: row, column: end + 1, ink: ink)
    guard size.rows <= 2 else { return }
    let laps = SplitList.header(count: summary.lapCount)
    end = canvas.put(firstFitting: [laps], row: row, column: end + 1)
    if size.rows == 1 { drawControls(row: row, from: end + 3) }
  }

  /// Name, number and age; of these three a name that is too long gives way first, then the age.
  mutating func drawTitle(row: Int) {
    let age = summary.startedAt.map { present.age(of: $0) }
    let started =
      present.phase == .countdown ? nil : age.map { "started \(AgeLabel().text(of: $0))" }
    let number = "session \(scene.board.number)"
    var end = 0
    if let name = summary.profile.name {
      let rest = canvas.columns(of: number) + 2
      let beside = size.columns - rest - (started.map { canvas.columns(of: $0) + 2 } ?? 0)
      let needed = min(Self.enoughOfName, canvas.columns(of: name))
      let room = beside >= needed ? beside : size.columns - rest
      end = canvas.put(name, row: row, ink: .strong, columns: room >= needed ? room : .max) + 2
    }
    end = canvas.put(firstFitting: [number], row: row, column: end, ink: .strong)
    guard let age, let started else { return }
    let start = canvas.put(started, row: row, behind: end + 1, ink: .faint)
    if start < size.columns { canvas.changes.note(age: age) }
  }

  /// How many columns of a long name tell which it is.
  private static let enoughOfName = 12

  /// What the clock does, who is timed, and the tags.
  mutating func drawPhase(row: Int) {
    var end = canvas.put(phaseText, row: row, ink: ink)
    let people = summary.profile.people.map(\.full).joined(separator: ", ")
    if !people.isEmpty { end = canvas.put(people, row: row, column: end + 2) }
    let tags = summary.profile.tags.map { "#" + $0 }.joined(separator: " ")
    canvas.put(tags, row: row, behind: end + 1, ink: .faint)
  }
}
