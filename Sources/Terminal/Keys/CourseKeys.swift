import Live
import Racing
import Timing

/// The rows of an attempt at a course.
extension KeyRow {
  static let skip = KeyRow(
    keys: ["k"], word: { $0.phase == .running && $0.scene.nextSegment != nil ? "skip" : nil },
    rank: 9,
    help: (
      "k, x, tab", "on a course: skip the segment, end the attempt, compare", "k x tab", "course",
      .minor
    ), setting: "skip", works: { $0.phase == .running && $0.board.course != nil }
  ) { $0.skipSegment() }

  static let takeBackSkip = KeyRow(keys: ["u"], works: { $0.scene.skippedTo != nil }) {
    $0.state.nextSegment = nil
  }

  static let end = KeyRow(
    keys: ["x"], word: { $0.canEnd ? "end" : nil }, rank: 10, setting: "end",
    works: \.canEnd
  ) {
    $0.state.hasEnded = true
    if $0.phase == .running { $0.perform(.stop) }
  }

  static let compare = KeyRow(
    keys: [.tab], name: "tab", word: { $0.nextComparison == nil ? nil : "compare" }, rank: 11,
    works: { $0.board.course != nil }
  ) {
    let next = $0.nextComparison
    if next == nil, $0.state.comparison == nil {
      $0.action = .explain("There is nothing else to compare with yet.")
    }
    $0.state.comparison = next
  }

  /// A lap after the end of an attempt, which space does not resume.
  static let lapAfterEnd = KeyRow(
    keys: ["l", .enter], works: { $0.phase == .stopped && $0.hasFinished }
  ) { $0.explain("The attempt has ended: {space} begins the next.") }
}

extension Scene {
  /// The number of the segment that the next lap completes; nil without a course, and after the
  /// last one.
  var nextSegment: Int? {
    guard let course = board.course, board.track.passed < course.names.count else { return nil }
    return min(course.names.count, max(board.track.passed + 1, state.nextSegment ?? 0))
  }

  /// The name of that segment if a key skipped others before it; nil if none was.
  var skippedTo: String? {
    nextSegment.flatMap { $0 > board.track.passed + 1 ? board.course?.names[$0 - 1] : nil }
  }
}

extension KeyMoment {
  /// Whether the attempt can end before its last segment, and has not.
  fileprivate var canEnd: Bool {
    board.course != nil && (phase == .running || phase == .stopped && !state.hasEnded)
  }

  /// The comparison after the chosen one of which there is a track; nil after the last one, which
  /// is what the screen was asked for.
  fileprivate var nextComparison: Comparison? {
    guard let course = board.course else { return nil }
    let all = Comparison.names.map { Comparison($0) }
    let next = state.comparison.flatMap(all.firstIndex).map { $0 + 1 } ?? 0
    return all[next...].first {
      $0.name != course.other?.name && course.compared(with: $0).other != nil
    }
  }

  /// Goes to the next segment that a lap can name: of equal names, that is the first to come.
  fileprivate mutating func skipSegment() {
    let (names, passed) = (board.course?.names ?? [], board.track.passed)
    let next = names.indices.dropFirst(scene.nextSegment ?? names.count).first {
      names[passed...].firstIndex(of: names[$0]) == $0
    }
    guard let next else {
      return explain("No segment to go to follows this one: {x} ends the attempt.")
    }
    state.nextSegment = next + 1
  }
}
