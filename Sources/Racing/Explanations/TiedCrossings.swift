package import Text
package import Timing

extension Race {
  /// Returns the last crossings of runners who are equal to runners of other crossings, in the
  /// order of the places.
  ///
  /// - Complexity: O(n log n) in the crossings of the race.
  package func crossings(
    tiedWith crossings: [EventID], at now: Reading
  ) -> [(id: EventID, bib: String)] {
    let place = max(session.summary.place(of: now), newestPlace)
    return rankings(atPlace: place).flatMap { ranking -> [(id: EventID, bib: String)] in
      guard ranking.wave.format.ties == .line else { return [] }
      var tied: [(id: EventID, bib: String)] = []
      var start = 0
      for end in 1..<(ranking.order.count + 1) {
        if end < ranking.order.count, ranking[end - 1].key.precedes(ranking[end].key) == nil {
          continue
        }
        let group = (start..<end).compactMap { index in
          ranking[index].deciding.map { (id: $0, bib: ranking.runner(index).entry?.bib ?? "") }
        }
        start = end
        guard group.contains(where: { crossings.contains($0.id) }) else { continue }
        tied += group.filter { !crossings.contains($0.id) }
      }
      return tied
    }
  }
}
