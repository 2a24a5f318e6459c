import EventLog
import Signals
import Terminal
import Timing

/// A session as the log has it, brought up to date whenever others, or this process, append to it.
///
/// It reads by a connection of its own: what is appended here comes back as from anybody else.
final class SessionFeed: Feed {
  /// The session now, and whenever events have arrived.
  var boards: Signal<Board> { board.signal }

  private let log: EventLog
  private let follower: Follower
  private let world: World
  private let board: Relay<Board>
  private let failing = Subject<any Error>()
  /// What other sessions did as of an event of the log, by its position.
  private var lastLook: (position: Int, found: Others)?
  private var clock: (identity: ClockIdentity, number: ClockID)?

  /// Reads a session, and follows it from then on.
  init(_ number: Int, of log: EventLog, in world: World) throws {
    self.log = log
    self.world = world
    follower = log.follow(after: 0, of: number)
    board = Relay(Board(number: number))
    try readOn()
  }

  /// The session as of the last look.
  var newest: Board { board.value }

  /// Why the log could not tell which clock this is.
  var failures: Signal<any Error> { failing.signal }

  var bell: Int32? { follower.bell }

  func readOn() throws {
    var arrived: [Event] = []
    while case .events(let events) = try follower.next(timeout: .zero) {
      arrived += events.map(\.event)
    }
    var newest = arrived.isEmpty ? board.value : board.value.adding(arrived)
    newest.others = try others(beside: newest)
    if !arrived.isEmpty || newest.others != board.value.others { board.value = newest }
  }

  /// What other sessions do, where a start might be wanted beside them.
  private func others(beside board: Board) throws -> Others {
    let now = try reading(world.instant())
    guard board.session.summary.phase(at: now) == .ready else { return .stand }
    // Found anew only where something was appended: in a log whose tables another version of the
    // fold has written, it takes a walk through all events.
    let position = try log.newestPosition
    let found =
      if let lastLook, lastLook.position == position { lastLook.found } else {
        try log.others(beside: board.number, at: now)
      }
    lastLook = (position, found)
    return found.timeToGo(after: now.ticks) == .zero ? .stand : found
  }

  /// What the clocks say now, as of this log; as of none, if it cannot tell and the screen is about
  /// to end for that.
  func reading() -> Reading {
    let instant = world.instant()
    do {
      return try reading(instant)
    } catch {
      failing.send(error)
      return instant.reading(ClockID(rawValue: 0))
    }
  }

  private func reading(_ instant: Instant) throws -> Reading {
    if let clock, clock.identity == instant.clock { return instant.reading(clock.number) }
    let reading = try log.reading(instant)
    // A clock that the log has never seen gets its number with the first event of it.
    if reading.clock.rawValue > 0 { clock = (instant.clock, reading.clock) }
    return reading
  }

  /// The instant at which a reading was taken.
  func instant(of reading: Reading) -> Instant {
    Instant(
      clock: world.instant().clock, ticks: reading.ticks, recordedAt: reading.recordedAt)
  }
}
