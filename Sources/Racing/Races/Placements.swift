import Timing

extension Race {
  /// The place of a crossing on the timeline, and the runner who holds it.
  struct Placement {
    var place: Duration
    var runner: Int
  }

  /// The placements of the crossings of all streams.
  struct Placements {
    private var own = List()
    private var joined: [List] = []

    /// The runner of a crossing; nil if it does not stand.
    subscript(source: Source) -> Placement? {
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

  /// The placements of a stream, by the numbers of its events.
  ///
  /// Most events of a long race are crossings: a list is smaller and faster than a dictionary.
  private struct List {
    /// The runners; below zero for other events.
    private var runners: [Int32] = []
    private var places: [Duration] = []

    subscript(version: Int) -> Placement? {
      get {
        guard version < runners.count, runners[version] >= 0 else { return nil }
        return Placement(place: places[version], runner: Int(runners[version]))
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
    /// The events that link it.
    var links: [Int] = []
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

    /// The numbers of the runners who have, or had, some of its crossings.
    var holders: [Int] { otherHolders + (holder.map { [$0] } ?? []) }

    /// Notes that a runner has one of its crossings.
    mutating func note(holder runner: Int) {
      // Mostly it is one runner.
      guard holder != runner else { return }
      if let holder, !otherHolders.contains(holder) { otherHolders.append(holder) }
      otherHolders.removeAll { $0 == runner }
      holder = runner
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
