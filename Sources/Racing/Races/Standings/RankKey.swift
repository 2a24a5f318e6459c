import Text
import Timing

/// The order of a runner as values, by which a table can be sorted: smaller ones rank first, and nil
/// ranks last.
package struct RankKey: Hashable, Sendable {
  /// The place of the status in the order.
  package var rank: Int
  /// The most important number of the format, such as the order of elimination.
  package var first = 0
  /// The next number, such as the laps with a minus.
  package var second = 0
  /// The time with penalties; that of a bunch for its runners.
  package var time: Duration?
  /// The exact own time, which orders a bunch.
  package var exact: Duration?
  /// The order among runners of equal results that a photo finish has decided; nil without one.
  package var photo: Int?
  package var tie = Tie()

  /// The order of equal results without a photo finish.
  package struct Tie: Hashable, Sendable {
    /// The place of the deciding crossing, or the best lap.
    package var place: Duration?
    /// The stream of that crossing, see ``RaceStream/order``; empty for the race's own.
    package var stream = ""
    /// The number of its event within the stream.
    package var event = 0

    /// Whether it is before another one; nil if they are equal.
    func precedes(_ other: Tie) -> Bool? {
      if let isBefore = RankKey.precedes(place, other.place) { return isBefore }
      return self == other ? nil : (stream, event) < (other.stream, other.event)
    }
  }

  /// Whether it ranks before another one by results alone; nil if they are equal.
  @inline(__always)
  func precedes(_ other: RankKey) -> Bool? {
    if rank != other.rank { return rank < other.rank }
    if first != other.first { return first < other.first }
    if second != other.second { return second < other.second }
    return Self.precedes(time, other.time) ?? Self.precedes(exact, other.exact)
  }

  /// Whether it is before another one in the list; nil if only their bibs tell.
  @inline(__always)
  func comesBefore(_ other: RankKey) -> Bool? {
    if let isBefore = precedes(other) { return isBefore }
    // A photo finish has decided among all runners of equal results, or among none.
    if let photo, let other = other.photo { return photo < other }
    return tie.precedes(other.tie)
  }

  fileprivate static func precedes(_ left: Duration?, _ right: Duration?) -> Bool? {
    if left == right { return nil }
    guard let left else { return false }
    guard let right else { return true }
    return left < right
  }
}

extension RaceFormat {
  /// Whether two neighbors have the same position.
  func sharePlace(_ left: RankKey, _ right: RankKey) -> Bool {
    sharesPlaces && left.precedes(right) == nil && left.tie == right.tie
  }
}

extension RacePresent {
  /// The order in which crossings at one moment were recorded.
  func recorded(_ crossing: Race.Crossing) -> RankKey.Tie {
    RankKey.Tie(
      place: crossing.place, stream: crossing.source.stream.map { streams[$0] } ?? "",
      event: crossing.source.version)
  }

  /// Puts runners of equal results in the order of the photo finishes: each rearranges its crossings
  /// within the places that they hold.
  ///
  /// - Complexity: O(n) in the runners and in the crossings of all lists.
  func sorted(_ runners: [(number: Int, crossing: EventID)]) -> (order: [Int], decided: Set<Int>) {
    var order = runners.map(\.number)
    var decided: Set<Int> = []
    guard runners.count > 1 else { return (order, decided) }
    var places = Dictionary(uniqueKeysWithValues: zip(runners.map(\.crossing), 0...))
    for list in photoFinishes {
      let crossings = list.filter { places[$0] != nil }
      guard crossings.count > 1 else { continue }
      let held = crossings.compactMap { places[$0] }
      let members = held.map { order[$0] }
      for (place, (crossing, runner)) in zip(held.sorted(), zip(crossings, members)) {
        places[crossing] = place
        order[place] = runner
      }
      decided.formUnion(members)
    }
    return (order, decided)
  }
}
