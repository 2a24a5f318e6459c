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
