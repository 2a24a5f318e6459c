import EventLog
import Text
import Timing

/// Times without a date or an offset, whose moments depend on the session.
extension Appender {
  /// Decides a request whose stated time may mean several moments: the first that is not refused,
  /// and of a time of day near another event, the nearer one before the other.
  ///
  /// If all are refused, the error is the refusal of that moment.
  mutating func decideStated(
    _ request: Request, _ summary: Summary, _ number: Int, at reading: Reading,
    _ latestCrossing: Duration?
  ) throws -> (kind: Event.Kind, time: EventTime) {
    guard let stated = request.stated else {
      return try decide(request, summary, number, at: reading, latestCrossing)
    }
    let now = request.instant.recordedAt
    let anchor = try anchor(of: stated, in: request, summary, number)
    var moments: [Moment]
    do throws(MomentTextError) {
      let (first, second) = try stated.moments(near: anchor)
      moments = [first] + [second].compactMap(\.self)
      if anchor != now, let second, second - anchor < anchor - first { moments.swapAt(0, 1) }
    } catch {
      throw Rejection.noMoment(error)
    }
    var refused: Rejection?
    for moment in moments {
      do {
        return try decide(request.stating(moment), summary, number, at: reading, latestCrossing)
      } catch Rejection.refused(let refusal, let session, _) {
        refused = refused ?? .refused(refusal, session: session, at: moment)
      }
    }
    throw refused ?? Rejection.noMoment(.skipped)
  }

  /// Returns the moment to which a time of day is nearest; also of a repeated hour of a given day.
  ///
  /// For an amendment, it is that of the target; for a time of day in a session whose latest press
  /// was on an earlier day, that of the press, or 6 h after the start if that is later; else now.
  private mutating func anchor(
    of stated: StatedTime, in request: Request, _ summary: Summary, _ number: Int
  ) throws -> Moment {
    let now = request.instant.recordedAt
    switch request.command {
    case .amend:
      return try momentOfTarget(of: request.command, summary, number)
        ?? latestPress(of: summary, number) ?? now
    case _ where !stated.isTimeOfDay: return now
    // It begins something now.
    case .start: return now
    // A session that runs is mostly still being timed.
    case .lap where summary.stopwatch.runningSince != nil: return now
    case .mark where summary.stopwatch.runningSince != nil: return now
    case .stop, .resume, .lap, .mark, .undo, .redo, .remove, .plan, .name, .tag, .untag, .identify,
      .discard, .race, .wave, .join, .assign, .order:
      if let press = summary.latestPress.flatMap(summary.moment(atPlace:)), stated.isToday(press) {
        return now
      }
      guard let latest = try latestPress(of: summary, number), !stated.isToday(latest) else {
        return now
      }
      let start = summary.startPlace.flatMap(summary.moment(atPlace:)) ?? latest
      return max(latest, start + Self.leastAnchor)
    }
  }

  /// The least time from the start to the anchor.
  ///
  /// Soon after the start, most times of the session are still to come: with this anchor, those up
  /// to 18 h after the start are the nearest.
  private static let leastAnchor = Duration.seconds(6 * 3600)

  private mutating func latestPress(of summary: Summary, _ number: Int) throws -> Moment? {
    let mayCross = summary.profile.plan.isRace || summary.profile.timingPoint != nil
    let crossing =
      mayCross ? try foldUnlessDamaged(number, summary.version)?.latestCrossing() : nil
    return [summary.latestPress, crossing].compactMap(\.self).max()
      .flatMap(summary.moment(atPlace:))
  }

  private mutating func momentOfTarget(
    of command: Command, _ summary: Summary, _ number: Int
  ) throws -> Moment? {
    guard let session = try foldUnlessDamaged(number, summary.version),
      let reference = command.references.first
    else { return nil }
    guard let event = try namedEvents(of: command, number)[reference] else {
      return session.moment(of: reference)
    }
    return session.moment(of: .id(event.id)) ?? event.place.flatMap(summary.moment(atPlace:))
  }
}
