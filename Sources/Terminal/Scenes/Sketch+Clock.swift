import Timing

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
  /// what was refused beside the clock.
  mutating func drawClockLine(row: Int) {
    var end = canvas.put(clockText, row: row, ink: ink)
    if size.rows == 1, let message = scene.message {
      canvas.put(message, row: row, column: end + 1, ink: .bad)
      return
    }
    end = canvas.put(phaseText, row: row, column: end + 1, ink: ink)
    guard size.rows <= 2 else { return }
    canvas.put(SplitList.header(count: summary.lapCount), row: row, column: end + 1)
  }

  /// Name and age.
  mutating func drawTitle(row: Int) {
    let end = canvas.put(title, row: row, ink: .strong)
    guard let startedAt = summary.startedAt, present.phase != .countdown else { return }
    let age = present.age(of: startedAt)
    let text = "started \(AgeLabel().text(of: age))"
    let start = canvas.put(text, row: row, behind: end + 1, ink: .faint)
    if start < size.columns { canvas.note(age: age) }
  }

  /// What the clock does, who is timed, and the tags.
  mutating func drawPhase(row: Int) {
    var end = canvas.put(phaseText, row: row, ink: ink)
    let people = summary.profile.people.map(\.full).joined(separator: ", ")
    if !people.isEmpty { end = canvas.put(people, row: row, column: end + 2) }
    let tags = summary.profile.tags.map { "#" + $0 }.joined(separator: " ")
    canvas.put(tags, row: row, behind: end + 1, ink: .faint)
  }

  private var title: String {
    let number = "session \(scene.board.number)"
    return summary.profile.name.map { "\($0)  \(number)" } ?? number
  }
}
