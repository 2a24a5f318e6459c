import Live
import Racing
import Timing

/// The rows of an attempt at a course.
extension KeyRow {
  static let skipSegment = KeyRow(
    keys: ["k"], word: { $0.segmentToSkipTo == nil ? nil : "skip" }, rank: 9,
    help: ("k, x", "on a course: skip the segment, end the attempt", "k x", "skip, end", .minor),
    setting: "skip", works: { $0.phase == .running && $0.board.course != nil }
  ) {
    guard let segment = $0.segmentToSkipTo else {
      return $0.explain("No later segment has a name of its own: {x} ends the attempt.")
    }
    $0.state.skipTarget = segment
  }

  static let takeBackSkip = KeyRow(keys: ["u"], works: { $0.scene.skippedTo != nil }) {
    $0.state.skipTarget = nil
  }

  /// A second press takes the end back: space then resumes the clock again.
  static let endAttempt = KeyRow(
    keys: ["x"], word: { $0.startsNext ? nil : "end" }, rank: 10, setting: "end",
    works: { $0.board.course != nil && [.running, .stopped].contains($0.phase) }
  ) {
    ($0.state.hasEnded, $0.state.skipTarget) = ($0.phase == .running || !$0.state.hasEnded, nil)
    if $0.phase == .running { $0.perform(.stop) }
  }

  static let changeComparison = KeyRow(
    keys: [.tab], name: "tab",
    word: { $0.board.course?.history.tracks.isEmpty ?? true ? nil : "compare" }, rank: 11,
    help: ("tab", "on a course: compare with other attempts", "tab", "compare", .minor),
    works: { $0.board.course != nil }
  ) { $0.changeComparison() }

  static let lapAfterEnd = KeyRow(
    keys: ["l", .enter], works: { $0.phase == .stopped && $0.startsNext }
  ) { $0.action = .explain("The attempt has ended.") }
}

extension Scene {
  /// The course with the comparison that a key chose, else with the one that was asked for.
  var course: CourseComparison? {
    state.comparison.map { board.course?.compared(with: $0) } ?? board.course
  }

  /// The number of the segment that the next lap completes; nil without a course, and after the
  /// last one.
  var nextSegment: Int? {
    guard let course = board.course, board.track.passed < course.names.count else { return nil }
    return min(course.names.count, max(board.track.passed + 1, state.skipTarget ?? 0))
  }

  /// The name of that segment if a key skipped others before it; nil if none was.
  var skippedTo: String? {
    nextSegment.flatMap { $0 > board.track.passed + 1 ? board.course?.names[$0 - 1] : nil }
  }
}

extension KeyMoment {
  /// The number of the next segment that a lap can name: of equal names, that is the first to come.
  ///
  /// Laps that wait count as recorded.
  fileprivate var segmentToSkipTo: Int? {
    guard phase == .running, let names = board.course?.names, let next = scene.nextSegment
    else { return nil }
    let passed = board.track.passed
    let laps = waiting.count { if case .lap = $0.command { true } else { false } }
    return names.indices.dropFirst(max(next, passed + laps + 1))
      .first { names[passed...].firstIndex(of: names[$0]) == $0 }.map { $0 + 1 }
  }

  /// Chooses the next comparison of which there is a track, in their order; the session that was
  /// asked for is the last.
  fileprivate mutating func changeComparison() {
    guard let course = board.course else { return }
    var choices: [Comparison?] = Comparison.names.map { Comparison($0) }
      .filter { course.compared(with: $0).other != nil }
    if let asked = course.other?.name, !Comparison.names.contains(asked) { choices.append(nil) }
    let names = choices.map { $0?.name ?? course.other?.name }
    let shown = state.comparison?.name ?? course.other?.name
    let next = names.firstIndex(of: shown).map { ($0 + 1) % names.count } ?? 0
    guard names.indices.contains(next), names[next] != shown else {
      return action = .explain("There is nothing else to compare with yet.")
    }
    state.comparison = choices[next]
  }
}
