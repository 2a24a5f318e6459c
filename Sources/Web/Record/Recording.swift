import EventLog
import Logbook
import Text
import Timing

/// The requests for the lines of a pad.
struct Recording {
  let log: Logbook
  let pad: Pad
  let session: Int
  /// The clocks when the lines arrived.
  let now: Instant

  /// Returns the requests for a line; throws if it corrects another's event, or its time is not
  /// possible.
  func requests(for line: PadLine) throws -> [Request] {
    if let target = line.target, let event = try log.event(target),
      event.source != pad.source || event.session != session
    {
      throw WebRefusal(200, 77, "not_yours", "This pad did not record that press.")
    }
    let request = Request(
      id: line.id, mayBeRepeated: true, line.commands[0], of: .number(session),
      time: try line.press.map { try time(of: $0, line.id) } ?? .now, instant: now,
      source: pad.source)
    return line.commands.count == 1 ? [request] : request.batch(line.commands)
  }

  /// Returns the time of a press, by the ticks if it was made in this boot, else by the wall clock.
  ///
  /// A line that comes again has the time that it had with the clocks at its first arrival.
  private func time(of press: PadLine.Press, _ id: EventID) throws -> Request.Time {
    if let known = try log.event(id), let clock = try log.clock(known.clock) {
      let reading = known.event.reading
      let first = Instant(clock: clock, ticks: reading.ticks, recordedAt: reading.recordedAt)
      return press.time(at: first)
    }
    let ahead = press.ahead(of: now)
    if ahead > RecordHandler.mostAhead {
      throw Rejection.refused(.inTheFuture(by: ahead), session: session)
    }
    try requireGun(before: ahead)
    return press.time(at: now)
  }

  /// Refuses a press before the start of the session, or of the race of which it times a point;
  /// `ahead` is its time after now.
  private func requireGun(before ahead: Duration) throws {
    guard var summary = try log.entry(session)?.summary else { return }
    if let point = summary.profile.timingPoint {
      // Without the race in this log, nobody knows when it began.
      guard let race = try log.number(ofSession: point.race), let entry = try log.entry(race)
      else { return }
      summary = entry.summary
    }
    guard let start = summary.startPlace else {
      throw Rejection.refused(.notRunning(.ready), session: session)
    }
    let place = summary.place(of: try log.reading(now)) + min(ahead, .zero)
    if place < start {
      throw Rejection.refused(.beforeStart(by: start - place), session: session)
    }
  }
}

extension PadLine.Press {
  /// The time of the press after an instant; negative if it was before.
  func ahead(of now: Instant) -> Duration {
    boot == now.clock.bootID ? ticks - now.ticks : wall - now.recordedAt
  }

  /// Returns the time of the event if the line arrived at an instant.
  func time(at arrival: Instant) -> Request.Time {
    boot == arrival.clock.bootID
      ? .ago(max(.zero, arrival.ticks - ticks)) : .at(min(wall, arrival.recordedAt))
  }
}
