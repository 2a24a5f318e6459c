import EventLog
package import Logbook
package import Signals
package import Text
import Timing

/// The sessions that run, updated whenever any process appends to them or starts another one.
///
/// A session that ends stays. Others appear once they run or count down: new ones, and those that
/// are resumed.
package final class SessionsFeed: Feed {
  /// The sessions in the order in which they were found.
  package var boards: Signal<[SessionBoard]> { relay.signal }
  /// The sessions as of the last read.
  package var newest: [SessionBoard] { relay.value }
  /// Failures of the log to identify the present clock.
  package var failures: Signal<any Error> { clock.failures }

  package var doorbell: Int32? { follower.bell }

  package let clock: LogClock
  private let log: Logbook
  private let follower: Follower
  private let times: StopwatchLabel
  private let relay: Relay<[SessionBoard]> = Relay([])

  /// Reads the sessions that run or count down, and follows them from then on.
  package init(of log: Logbook, clock: LogClock, times: StopwatchLabel) throws {
    self.log = log
    self.times = times
    self.clock = clock
    // It follows from before the sessions are read; what it then finds twice is applied once.
    follower = log.follow(after: try log.newestPosition, of: nil)
    let now = try clock.now()
    relay.value = try log.openSessions(at: now).map { try read($0) }
  }

  package func readNew() throws {
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
          guard summary.phase(at: try clock.now()).isOpen else {
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
