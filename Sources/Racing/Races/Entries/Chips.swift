import Timing

extension Race {
  struct Chip {
    /// The chip as it is compared.
    let id: String
    /// The links that stand, in the order of their places.
    private(set) var links: [Link] = []
    /// The number of the runner who has its crossings without a link; nil: not yet known.
    var runner: Int?
    /// The bibs whose entries have it, each with the event that gave it.
    private var owners: [String: Int] = [:]
    /// The numbers of the runners who have, or had, some of its crossings, the latest one last.
    private(set) var holders: [Int] = []

    init(id: String) {
      self.id = id
    }

    /// A link to a bib, from a place on.
    struct Link: Comparable {
      var place: Duration
      var version: Int
      var bib: String

      static func < (left: Link, right: Link) -> Bool {
        (left.place, left.version) < (right.place, right.version)
      }
    }

    /// Sets the link of an event, nil if it does not stand, and returns the first place at which
    /// the chip may have another owner; nil if nothing changed.
    mutating func setLink(_ version: Int, _ link: Link?) -> Duration? {
      let before = links.firstIndex { $0.version == version }.map { links.remove(at: $0).place }
      if let link { links.insert(link, at: links.partitioningIndex { $0 > link }) }
      return [before, link?.place].compactMap(\.self).min()
    }

    /// The latest link up to a place; nil without one.
    func link(at place: Duration) -> Link? {
      let next = links.partitioningIndex { $0.place > place }
      return next > 0 ? links[next - 1] : nil
    }

    mutating func note(holder runner: Int) {
      // Mostly it is one runner.
      guard holders.last != runner else { return }
      holders.removeAll { $0 == runner }
      holders.append(runner)
    }

    /// Returns the bib whose entry was the latest before an event to have it, and the event that
    /// gave it.
    func owner(before version: Int = .max) -> (bib: String, version: Int)? {
      owners.filter { $0.value < version }.max { $0.value < $1.value }
        .map { ($0.key, $0.value) }
    }

    /// Returns the event that gave the chip to the entry of a bib; nil if the entry does not have it.
    func grant(to bib: String) -> Int? { owners[bib] }

    /// Notes the event that gave the chip to an entry; nil if the entry does not have it.
    mutating func setOwner(_ bib: String, _ version: Int?) {
      owners[bib] = version
      runner = nil
    }
  }

  /// The number of a chip, which may be new.
  mutating func number(ofChip id: String) -> Int {
    let id = RaceEvent.comparable(chip: id)
    if let number = chipNumbers[id] { return number }
    chips.append(Chip(id: id))
    chipNumbers[id] = chips.count - 1
    return chips.count - 1
  }

  mutating func updateLink(ofChip chip: Int, _ version: Int) {
    var link: Chip.Link?
    if let standing = session.raceEvent(version), case .linked(_, let bib) = standing.event {
      link = Chip.Link(place: standing.place, version: version, bib: bib)
    }
    chipChange = changes
    guard let first = chips[chip].setLink(version, link) else { return }
    placeCrossings(ofChip: chip, from: first)
  }
}

/// A chip that another runner had until an event gave it to its runner.
package struct FormerChip: Hashable, Sendable {
  /// The chip, as it is compared.
  package var chip: String
  /// The bib of the other runner.
  package var bib: String
  /// Whether a link gave it to the other runner: it then remains the other's from that moment on,
  /// whatever entries say.
  package var isLinked: Bool
}

extension Race {
  /// Returns the chips that other runners had until an event gave them to its runner.
  ///
  /// - Complexity: O(k) in the events of the bib, and of the chips.
  package func formerChips(before version: Int) -> [FormerChip] {
    guard let standing = session.raceEvent(version) else { return [] }
    switch standing.event {
    case .entered(let entry):
      guard case .set(let given) = entry.chips else { return [] }
      return given.withoutEqualChips.compactMap {
        formerChip(RaceEvent.comparable(chip: $0), of: entry.bib, before: version, at: nil)
      }
    case .linked(let chip, let bib):
      let chip = RaceEvent.comparable(chip: chip)
      return [formerChip(chip, of: bib, before: version, at: standing.place)].compactMap(\.self)
    case .crossed, .withdrawn, .waveStarted, .wavePlanned, .assigned, .ruled, .ordered, .joined,
      .clocksCompared:
      return []
    }
  }

  private func formerChip(
    _ id: String, of bib: String, before version: Int, at place: Duration?
  ) -> FormerChip? {
    guard let chip = chipNumbers[id].map({ chips[$0] }) else { return nil }
    let link = chip.links.last { link in
      link.version < version && place.map { link.place <= $0 } ?? true
    }
    if let link {
      return link.bib == bib ? nil : FormerChip(chip: id, bib: link.bib, isLinked: true)
    }
    let own = entry(bib, before: version).flatMap { $0.chips.contains(id) ? $0.chipsEvent : nil }
    guard let owner = chip.owner(before: version), owner.bib != bib, owner.version > own ?? 0
    else { return nil }
    return FormerChip(chip: id, bib: owner.bib, isLinked: false)
  }
}

extension [String] {
  /// The chips without those that are equal to an earlier one.
  var withoutEqualChips: [String] {
    var seen: Set<String> = []
    return filter { seen.insert(RaceEvent.comparable(chip: $0)).inserted }
  }
}
