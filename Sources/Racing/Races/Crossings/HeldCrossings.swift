import Timing

extension Race {
  /// The place of a crossing on the timeline, and the runner who holds it.
  struct HeldCrossing {
    var place: Duration
    var runner: Int
  }

  /// The crossings of all streams that runners hold.
  struct HeldCrossings {
    private var own = List()
    private var joined: [List] = []

    /// Reserves memory for a number of events of the race's own stream; an implausible number is
    /// limited.
    mutating func reserve(_ count: Int) { own.reserve(min(count, 1 << 22)) }

    /// The runner of a crossing; nil if it does not stand.
    subscript(source: Source) -> HeldCrossing? {
      get {
        guard let stream = source.stream else { return own[source.version] }
        return stream < joined.count ? joined[stream][source.version] : nil
      }
      set {
        guard let stream = source.stream else {
          own[source.version] = newValue
          return
        }
        while joined.count <= stream { joined.append(List()) }
        joined[stream][source.version] = newValue
      }
    }
  }

  /// The held crossings of a stream, by the numbers of its events.
  ///
  /// Most events of a long race are crossings: a list is smaller and faster than a dictionary.
  private struct List {
    /// The runners; below zero for other events.
    private var runners: [Int32] = []
    private var places: [Duration] = []

    mutating func reserve(_ count: Int) {
      runners.reserveCapacity(count + 1)
      places.reserveCapacity(count + 1)
    }

    subscript(version: Int) -> HeldCrossing? {
      get {
        guard version < runners.count, runners[version] >= 0 else { return nil }
        return HeldCrossing(place: places[version], runner: Int(runners[version]))
      }
      set {
        while runners.count <= version {
          runners.append(-1)
          places.append(.zero)
        }
        runners[version] = newValue.map { Int32(truncatingIfNeeded: $0.runner) } ?? -1
        places[version] = newValue?.place ?? .zero
      }
    }
  }

  /// A chip and its owners.
  struct Chip {
    /// The chip as it is compared.
    let id: String
    /// The links that stand, in the order of their places.
    private(set) var links: [Link] = []
    /// The places of these links, by their events.
    private var linkPlaces: [Int: Duration] = [:]
    /// The number of the runner whose its crossings are, but for links; nil: not yet known.
    var runner: Int?
    /// The bibs whose entries have it, each with the event that gave it.
    private var owners: [String: Int] = [:]
    /// The bib whose entry was the latest to have it.
    private(set) var owner: (bib: String, version: Int)?
    private var holder: Int?
    private var otherHolders: [Int] = []

    init(id: String) {
      self.id = id
    }

    /// A link to a bib, from a place on.
    struct Link: Comparable {
      var place: Duration
      /// Its event.
      var version: Int
      var bib: String

      static func < (left: Link, right: Link) -> Bool {
        (left.place, left.version) < (right.place, right.version)
      }
    }

    /// Sets the link of an event, nil if it does not stand, and returns the first place at which
    /// the chip may have another owner; nil if nothing changed.
    ///
    /// - Complexity: O(log n) in the links, but for words that are moved.
    mutating func setLink(_ version: Int, _ link: Link?) -> Duration? {
      let before = linkPlaces[version]
      if let before {
        links.remove(at: links.partitioningIndex { ($0.place, $0.version) >= (before, version) })
      }
      if let link { links.insert(link, at: links.partitioningIndex { $0 > link }) }
      linkPlaces[version] = link?.place
      return [before, link?.place].compactMap(\.self).min()
    }

    /// The latest link up to a place; nil without one.
    ///
    /// - Complexity: O(log n) in the links.
    func link(at place: Duration) -> Link? {
      let next = links.partitioningIndex { $0.place > place }
      return next > 0 ? links[next - 1] : nil
    }

    /// The numbers of the runners who have, or had, some of its crossings.
    var holders: [Int] { otherHolders + (holder.map { [$0] } ?? []) }

    mutating func note(holder runner: Int) {
      // Mostly it is one runner.
      guard holder != runner else { return }
      if let holder, !otherHolders.contains(holder) { otherHolders.append(holder) }
      otherHolders.removeAll { $0 == runner }
      holder = runner
    }

    /// Returns the bib whose entry was the latest before an event to have it, and the event that
    /// gave it.
    ///
    /// - Complexity: O(n) in the owners.
    func owner(before version: Int) -> (bib: String, version: Int)? {
      owners.filter { $0.value < version }.max { $0.value < $1.value }
        .map { ($0.key, $0.value) }
    }

    /// Notes the event that gave the chip to an entry; nil if the entry does not have it.
    ///
    /// - Complexity: O(1), and O(n) in the owners if the latest one loses the chip.
    mutating func setOwner(_ bib: String, _ version: Int?) {
      owners[bib] = version
      runner = nil
      if let version, version >= owner?.version ?? 0 {
        owner = (bib, version)
      } else if owner?.bib == bib {
        owner = owners.max { $0.value < $1.value }.map { ($0.key, $0.value) }
      }
    }
  }
}
