package import Text
package import Timing

/// A session on a simulated machine, which decides commands and applies their events.
package struct Track {
  package var session = Session()
  package var machine = Machine()
  package private(set) var events: [Event] = []

  package init() {}

  /// A session that starts now, or at a given time.
  package static func started(
    _ start: Event.Start = Event.Start(), _ time: ((Reading) -> EventTime)? = nil
  ) throws(Refusal) -> Track {
    var track = Track()
    try track.perform(.start(start), time)
    return track
  }

  package mutating func pass(_ span: Duration) { machine.pass(span) }

  /// Decides a command that happens now, or after a span, or at a given time, and applies its event.
  @discardableResult package mutating func perform(
    _ command: Command, after span: Duration = .zero, _ time: ((Reading) -> EventTime)? = nil,
    reading: Reading? = nil
  ) throws(Refusal) -> Event {
    pass(span)
    let reading = reading ?? machine.reading
    let time = time?(reading) ?? .now(reading)
    let kind = try session.decide(command, time)
    return append(kind, time)
  }

  /// Performs commands in order, each after a number of seconds.
  package mutating func perform(_ commands: (seconds: Int, command: Command)...) throws(Refusal) {
    for (seconds, command) in commands { try perform(command, after: .seconds(seconds)) }
  }

  /// Applies an event of a kind without a decision.
  @discardableResult package mutating func append(
    _ kind: Event.Kind, _ time: EventTime? = nil, batch: EventID? = nil
  ) -> Event {
    let time = time ?? .now(machine.reading)
    let event = Event(
      id: EventID(high: 1, low: UInt64(events.count + 1)), version: events.count + 1, kind: kind,
      at: time.at, basis: time.basis, reading: time.reading, batch: batch)
    events.append(event)
    session.apply(event)
    return event
  }

  package var phase: Phase { session.summary.phase(at: machine.reading) }

  package var runningTime: Duration? { session.summary.runningTime(at: machine.reading) }

  /// The laps' numbers, nil for those that do not count.
  package var numbers: [Int?] { session.laps.map(\.number) }

  package var splits: [Duration] { session.laps.map(\.split) }
}

/// A simulated machine, whose clocks advance, step and reboot on request.
package struct Machine: Sendable {
  package var wall: Int64
  package var ticks: Int64 = 5_000_000_000
  package var boot: Int64 = 1

  /// Creates a machine with a wall-clock time in nanoseconds since 1970.
  package init(wall: Int64 = 1_800_000_000_000_000_000) { self.wall = wall }

  package var reading: Reading {
    Reading(
      clock: ClockID(rawValue: boot), ticks: .nanoseconds(ticks),
      recordedAt: Moment(nanosecondsSince1970: wall))
  }

  /// The reading, with the identity of the clock instead of its number in a log.
  package var instant: Instant {
    Instant(
      clock: ClockIdentity(bootID: "boot-\(boot)", device: "device"), ticks: reading.ticks,
      recordedAt: reading.recordedAt)
  }

  package mutating func pass(_ span: Duration) {
    wall += span.nanoseconds
    ticks += span.nanoseconds
  }

  /// Steps the wall clock forward, or back by a negative span.
  package mutating func step(_ span: Duration) { wall += span.nanoseconds }

  /// Starts the ticks of a new boot, after a span of wall-clock time.
  package mutating func reboot(lasting span: Duration) {
    boot += 1
    ticks = 1_000_000_000
    wall += span.nanoseconds
  }
}
