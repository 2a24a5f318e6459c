import Timing

extension Race {
  /// The place of a crossing on the timeline, and the runner who holds it.
  struct HeldCrossing {
    var place: Duration
    private var runnerNumber: Int32

    /// The number of the runner.
    var runner: Int { Int(runnerNumber) }

    init(place: Duration, runner: Int) {
      self.place = place
      runnerNumber = Int32(truncatingIfNeeded: runner)
    }
  }

  /// The crossings of all streams that runners hold.
  ///
  /// Most events of a long race are crossings: a list of all events is smaller and faster than a
  /// dictionary.
  struct HeldCrossings {
    /// By the numbers of the events of each stream, the race's own first.
    private var streams: [[HeldCrossing?]] = [[]]

    /// Reserves memory for a number of events of the race's own stream; an implausible number is
    /// limited.
    mutating func reserve(_ count: Int) { streams[0].reserveCapacity(min(count, 1 << 22) + 1) }

    /// The runner of a crossing; nil if it does not stand.
    subscript(source: Source) -> HeldCrossing? {
      get {
        let stream = Self.index(of: source)
        guard stream < streams.count, source.version < streams[stream].count else { return nil }
        return streams[stream][source.version]
      }
      set {
        let stream = Self.index(of: source)
        while streams.count <= stream { streams.append([]) }
        while streams[stream].count <= source.version { streams[stream].append(nil) }
        streams[stream][source.version] = newValue
      }
    }

    private static func index(of source: Source) -> Int { source.stream.map { $0 + 1 } ?? 0 }
  }
}

/// The indices of runners whose bibs are short numbers, as most are: they are found without a hash.
struct ShortBibs: Sendable {
  /// By the value of the bib; -1 without a runner.
  private var indices: [Int32] = []

  /// The value of a bib that is a number of up to five digits; nil for any other, such as one with
  /// leading zeros.
  static func value(_ bib: some Sequence<UInt8>) -> Int? {
    var value = 0
    var count = 0
    for byte in bib {
      guard case 0x30...0x39 = byte, count < 5, count == 0 || value > 0 else { return nil }
      value = value * 10 + Int(byte - 0x30)
      count += 1
    }
    return count > 0 ? value : nil
  }

  /// The index of the runner whose bib has a value; nil if there is none.
  subscript(value: Int) -> Int? {
    get { value < indices.count && indices[value] >= 0 ? Int(indices[value]) : nil }
    set {
      if value >= indices.count {
        indices += repeatElement(-1, count: value + 1 - indices.count)
      }
      indices[value] = Int32(truncatingIfNeeded: newValue ?? -1)
    }
  }
}
