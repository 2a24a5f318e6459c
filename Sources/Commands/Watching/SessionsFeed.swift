import EventLog
import Host
import Logbook
import Signals
import Terminal
import Text
import Timing

/// The sessions that run, updated whenever any process appends to them or starts another one.
///
/// A session that ends stays. Others appear once they run or count down: new ones, and those that
/// are resumed.
final class SessionsFeed: Feed {
  /// The sessions in the order in which they were found.
  var boards: Signal<[SessionBoard]> { relay.signal }
  /// The sessions as of the last read.
  var newest: [SessionBoard] { relay.value }
  /// Failures of the log to identify the present clock.
  var failures: Signal<any Error> { clock.failures }

  var doorbell: Int32? { follower.bell }

  let clock: LogClock
  private let log: Logbook
  private let world: World
  private let follower: Follower
  private let times: StopwatchLabel
  private let relay: Relay<[SessionBoard]> = Relay([])

  /// Reads the sessions that run or count down, and follows them from then on.
  init(of log: Logbook, clock: LogClock, in world: World, times: StopwatchLabel) throws {
    self.log = log
    self.world = world
    self.times = times
    self.clock = clock
    // It follows from before the sessions are read; what it then finds twice is applied once.
    follower = log.follow(after: try log.newestPosition, of: nil)
    let now = try clock.numbered(world.instant())
    relay.value = try log.openSessions(at: now).map { try read($0) }
  }

  func readNew() throws {
    var boards = relay.value
    var hasChanged = false
    // The sessions that do not run, with the number of their events.
    var closed: [Int: Int] = [:]
    while case .events(let records) = try follower.next(timeout: .zero) {
      for logged in try log.decode(records) {
        let number = logged.record.session
        guard let index = boards.firstIndex(where: { $0.number == number }) else {
          if let known = closed[number], logged.event.version <= known { continue }
          let board = try read(number)
          let summary = board.session.summary
          guard summary.phase(at: try clock.numbered(world.instant())).isOpen else {
            closed[number] = summary.version
            continue
          }
          boards.append(board)
          hasChanged = true
          continue
        }
        let version = boards[index].session.summary.version
        guard logged.event.version == version + 1 else { continue }
        boards[index] = boards[index].adding([logged.event])
        hasChanged = true
      }
    }
    if hasChanged { relay.value = boards }
  }

  private func read(_ number: Int) throws -> SessionBoard {
    var events: [Event] = []
    try log.forEachEvent(of: number) { events.append($0) }
    return SessionBoard(number: number, times: times).adding(events)
  }
}
