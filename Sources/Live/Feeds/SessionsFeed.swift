import EventLog
import Logbook
package import Signals
package import Text
import Timing

/// The sessions that run, updated whenever any process appends to them or starts another one.
///
/// A session that ends stays. Others appear once they run or count down: new ones, and those that
/// are resumed.
package final class SessionsFeed {
  /// The sessions in the order in which they were found.
  package var boards: Signal<[SessionBoard]> { relay.signal }
  /// The sessions as of the last read.
  package var newest: [SessionBoard] { relay.value }

  private let feed: LogFeed
  private let times: StopwatchLabel
  private let relay: Relay<[SessionBoard]> = Relay([])
  private var updates: Subscription?

  /// Reads the sessions that run or count down, and follows them from then on.
  package init(of feed: LogFeed, times: StopwatchLabel) throws {
    self.feed = feed
    self.times = times
    relay.value = try feed.log.openSessions(at: feed.clock.now()).map {
      try feed.updated(SessionBoard(number: $0, times: times))
    }
    updates = feed.afterReads { [unowned self] in try update($0) }
  }

  private func update(_ sessions: [Int]) throws {
    var boards = relay.value
    var hasChanged = false
    for number in sessions {
      if let index = boards.firstIndex(where: { $0.number == number }) {
        let before = boards[index].session.summary.version
        boards[index] = try feed.updated(boards[index])
        hasChanged = hasChanged || boards[index].session.summary.version > before
      } else {
        guard let board = try openSession(number) else { continue }
        boards.append(board)
        hasChanged = true
      }
    }
    if hasChanged { relay.value = boards }
  }

  /// Reads a session that is not shown yet; nil if it does not run or count down, or is damaged.
  private func openSession(_ number: Int) throws -> SessionBoard? {
    do {
      let board = try feed.updated(SessionBoard(number: number, times: times))
      return board.session.summary.phase(at: try feed.clock.now()).isOpen ? board : nil
    } catch LogError.damaged {
      return nil
    }
  }
}
