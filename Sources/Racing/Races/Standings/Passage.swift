public import Text

extension Standings {
  /// A crossing that counts.
  public struct Passage: Hashable, Sendable {
    /// The lap that it completes, from 1; 0 for the own start, and for a point within a lap.
    public var number: Int
    /// The time from the start of the runner's clock.
    public var split: Duration
    /// The time since the passage before; since the last completed lap, if it completes one; since
    /// the bell, of a backyard loop.
    public var lap: Duration
    /// The point; nil: the finish line.
    public var point: String?
    /// The event; nil if only what a table shows was read.
    public var event: EventID? {
      get { eventOrZero == .zero ? nil : eventOrZero }
      set { eventOrZero = newValue ?? .zero }
    }
    /// The event; zero for none, since an optional would be longer.
    private var eventOrZero: EventID
    /// The flags.
    public var flags: RaceFlags
    /// The largest possible error of its time, by another device's clock; nil if it is unknown.
    public var doubt: Duration?

    package init(
      number: Int, split: Duration, lap: Duration, point: String?, event: EventID?,
      flags: RaceFlags, doubt: Duration? = .zero
    ) {
      self.number = number
      self.split = split
      self.lap = lap
      self.point = point
      eventOrZero = event ?? .zero
      self.flags = flags
      self.doubt = doubt
    }

    /// Whether the crossing is before another one of the runner, of two at the same time by its
    /// event.
    package func isBefore(_ other: Passage) -> Bool {
      (split, eventOrZero) < (other.split, other.eventOrZero)
    }
  }

  /// The crossings of a chip or a bib that nobody has.
  public struct Unknown: Hashable, Sendable {
    /// The chip.
    public var chip: String?
    /// The bib; with neither, the crossings were named by nobody.
    public var bib: String?
    /// The number of crossings.
    public var crossings: Int
    /// The first of their events.
    public var first: EventID

    package init(chip: String?, bib: String?, crossings: Int, first: EventID) {
      self.chip = chip
      self.bib = bib
      self.crossings = crossings
      self.first = first
    }
  }
}

extension Standings.Passage {
  init(_ judged: WaveJudge.Passage, from origin: Duration) {
    self.init(
      number: judged.number, split: judged.place - origin, lap: judged.lap ?? .zero,
      point: judged.crossing.point, event: judged.crossing.id, flags: judged.flags,
      doubt: judged.crossing.doubt)
  }
}
