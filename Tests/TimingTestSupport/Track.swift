package import Timing
package import Text

/// A session on a machine whose clocks are turned by hand: commands are decided and taken in.
package struct Track {
  package var session = Session()
  package var machine = Machine()
  package private(set) var events: [Event] = []

  package init() {}

  /// Lets time pass.
  package mutating func pass(_ span: Duration) { machine.pass(span) }

  /// Decides a command that happens now, or as claimed, and takes in its event.
  @discardableResult
  package mutating func perform(
    _ command: Command, _ time: ((Reading) -> EventTime)? = nil, reading: Reading? = nil
  ) throws(Refusal) -> Event {
    let reading = reading ?? machine.reading
    let time = time?(reading) ?? .now(reading)
    let kind = try session.decide(command, time)
    return append(kind, time)
  }

  /// Takes in an event of this kind, whether it was decided or not.
  @discardableResult
  package mutating func append(
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

  /// The phase as of now.
  package var phase: Phase { session.summary.phase(at: machine.reading) }

  /// The running time as of now.
  package var runningTime: Duration? { session.summary.runningTime(at: machine.reading) }

  /// The laps' numbers, nil for those that do not count.
  package var numbers: [Int?] { session.laps.map(\.number) }

  /// The laps' splits.
  package var splits: [Duration] { session.laps.map(\.split) }
}
