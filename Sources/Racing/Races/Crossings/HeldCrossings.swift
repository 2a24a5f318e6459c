import Timing

extension Race {
  /// The places of the crossings of all streams, and the numbers of the runners who hold them.
  ///
  /// Most events of a long race are crossings: a list of all events is smaller and faster than a
  /// dictionary.
  struct HeldCrossings {
    /// By the numbers of the events of each stream, the race's own first.
    private var streams: [[(place: Duration, runner: Int32)?]] = [[]]

    /// Reserves memory for a number of events of the race's own stream; an implausible number is
    /// limited.
    mutating func reserve(_ count: Int) { streams[0].reserveCapacity(min(count, 1 << 22) + 1) }

    /// The place and the runner of a crossing; nil if it does not stand.
    subscript(source: Source) -> (place: Duration, runner: Int)? {
      get {
        let stream = Self.index(of: source)
        guard stream < streams.count, source.version < streams[stream].count else { return nil }
        return streams[stream][source.version].map { ($0.place, Int($0.runner)) }
      }
      set {
        let stream = Self.index(of: source)
        while streams.count <= stream { streams.append([]) }
        while streams[stream].count <= source.version { streams[stream].append(nil) }
        streams[stream][source.version] = newValue.map { ($0.place, Int32($0.runner)) }
      }
    }

    private static func index(of source: Source) -> Int { source.stream.map { $0 + 1 } ?? 0 }
  }
}
