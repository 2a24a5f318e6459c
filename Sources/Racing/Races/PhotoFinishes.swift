import Text

/// The lists in which crossings at equal times were put in order.
struct PhotoFinishes {
  private var entries: [EventID: [(list: Int, order: Int)]] = [:]

  /// - Parameter lists: the lists, the latest last; of equal crossings in a list the first counts.
  /// - Complexity: O(n) in the crossings of all lists.
  init(_ lists: [[EventID]]) {
    for (list, targets) in lists.enumerated() {
      for (order, target) in targets.enumerated()
      where entries[target]?.last?.list != list {
        entries[target, default: []].append((list, order))
      }
    }
  }

  /// Whether there are none.
  var isEmpty: Bool { entries.isEmpty }

  /// The lists that contain a crossing, in their order, and its number in each.
  subscript(crossing: EventID) -> [(list: Int, order: Int)] { entries[crossing] ?? [] }
}
