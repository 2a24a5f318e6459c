package import Text
package import Timing

extension Race {
  /// Returns the last crossings of runners who are equal to runners of other crossings, in the
  /// order of the places.
  ///
  /// - Parameters:
  ///   - crossings: the other crossings, such as those of an `order`.
  ///   - now: the present, or the newest event after it.
  /// - Returns: the crossings, without the given ones, each with the bib.
  /// - Complexity: O(n log n) in the crossings of the race.
  package func crossings(
    tiedWith crossings: [EventID], at now: Reading
  ) -> [(id: EventID, bib: String)] {
    let place = max(session.summary.place(of: now), newestPlace)
    return rankings(atPlace: place).flatMap { wave, ranking -> [(id: EventID, bib: String)] in
      guard wave.format.ties == .line else { return [] }
      var tied: [(id: EventID, bib: String)] = []
      var start = 0
      for end in 1..<(ranking.ranked.count + 1) {
        if end < ranking.ranked.count,
          ranking.ranked[end - 1].key.precedes(ranking.ranked[end].key) == nil
        {
          continue
        }
        let group = (start..<end).compactMap { index in
          ranking.ranked[index].last.map { (id: $0, bib: ranking.rows[index].bib) }
        }
        start = end
        guard group.contains(where: { crossings.contains($0.id) }) else { continue }
        tied += group.filter { !crossings.contains($0.id) }
      }
      return tied
    }
  }
}
