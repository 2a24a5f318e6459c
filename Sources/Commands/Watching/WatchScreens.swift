import Arguments
import EventLog
import Host
import Live
import Logbook
import Signals
import SignalsPoll
import Terminal
import Text
import Timing

/// The screens of `watch` in a terminal: that of one session, and the board of several.
final class WatchScreens {
  private let feed: LogFeed
  private let context: Context
  private let terminal: TerminalSession
  private let reader: FeedReader
  /// The failure of the log when the board was to be shown, or of the wait for events.
  private var failure: (any Error)?

  /// A screen with what its keys and its content need.
  private struct Shown {
    let screen: Screen
    let appender: KeyAppender
    var rings = false
    /// The sessions of a board, which are updated as long as they are kept.
    var sessions: SessionsFeed?
  }

  /// Opens the terminal; the first content has been read before.
  init(_ feed: LogFeed, _ context: Context) throws {
    self.feed = feed
    self.context = context
    // A note would be written over the screen.
    feed.log.onSkip = { _, _, _ in }
    terminal = try context.openTerminal(reading: feed.clock.reading(of:))
    reader = FeedReader(feed, on: terminal.loop)
  }

  /// Shows a session until the user quits; throws what could not be saved or read.
  ///
  /// Once several sessions run, the board of them takes its place and stays, unless the user named
  /// the session. `countdown` is the length of the countdown that a key starts.
  func show(_ session: SessionFeed, countdown: Duration, isNamed: Bool) throws {
    let shown = Relay(screen(session, countdown))
    let yields = shown.signal.map { isNamed ? .never : $0.screen.yields }.switchToLatest()
    let switching = yields.subscribe { [unowned self] in
      do {
        let sessions = try SessionsFeed(of: feed, times: context.times)
        // A limit may have been reached since.
        guard sessions.newest.count > 1 else { return }
        shown.value = board(sessions, choosing: session.newest.number)
        session.end()
      } catch {
        failure = error
        terminal.loop.stop()
      }
    }
    try run(shown)
    withExtendedLifetime(switching) {}
  }

  /// Shows the board of the sessions that run until the user quits; throws what could not be saved
  /// or read.
  func show(_ sessions: SessionsFeed) throws {
    try run(Relay(board(sessions, choosing: nil)))
  }

  private func run(_ shown: Relay<Shown>) throws {
    var ending = TerminalSession.Ending.quit
    do {
      ending = try terminal.run(
        shown.signal.map(\.screen.frames).switchToLatest(),
        until: shown.signal.map(\.screen.quits).switchToLatest(),
        bells: shown.signal.map { $0.rings ? $0.screen.frames.finishes : .never }.switchToLatest())
    } catch {
      failure = failure ?? error
    }
    let unsaved = finish(shown.value)
    let failure = failure ?? reader.failure
    if let unsaved {
      if failure == nil, ending == .quit || ending == .hangUp { throw unsaved }
      context.world.report(unsaved, isJSON: false)
    }
    if let failure { throw failure }
    try ending.end()
  }

  private func screen(_ session: SessionFeed, _ countdown: Duration) -> Shown {
    let appender = KeyAppender(feed.clock, context)
    // The session before one that a key has started.
    var previous: Int?
    let log = ScreenLog(
      boards: session.boards,
      append: { [reader] command, before in
        let answer = appender.append(command, to: before) { try session.show($0) }
        reader.readNew()
        if session.newest.number != before.number { previous = before.number }
        // A start by mistake leads back to the session that it left.
        if case .undo = command.command, case .appended = answer, let number = previous,
          session.newest.session.summary.startedAt == nil
        {
          previous = nil
          do {
            try session.show(number)
          } catch {
            return .refused(Failure(error).message.text)
          }
        }
        return answer
      },
      now: feed.clock.reading, clockSteps: terminal.loop.clockSteps)
    let holdOff = context.values[WatchCommand.holdOff].flatMap { $0 > .zero ? $0 : nil }
    let mode = SessionMode(
      log, holdOffEnd: holdOff.map { context.instant.ticks + $0 }, countdown: countdown)
    let rings = context.values[WatchCommand.bell] || context.configuration.bell == true
    return Shown(screen: screen(mode), appender: appender, rings: rings)
  }

  private func board(_ sessions: SessionsFeed, choosing session: Int?) -> Shown {
    let appender = KeyAppender(feed.clock, context)
    let log = ScreenLog(
      boards: sessions.boards,
      append: { [reader] command, board in
        defer { reader.readNew() }
        return appender.append(command, to: board)
      },
      now: feed.clock.reading, clockSteps: terminal.loop.clockSteps)
    let index = session.flatMap { number in sessions.newest.firstIndex { $0.number == number } }
    let screen = screen(SessionsMode(log), choosing: index.map { $0 + 1 })
    return Shown(screen: screen, appender: appender, sessions: sessions)
  }

  private func screen(_ mode: any ScreenMode, choosing key: Int? = nil) -> Screen {
    Screen(
      mode, presses: terminal.presses, sizes: terminal.sizes, charset: terminal.charset,
      keyMap: context.keyMap, choosing: key, on: terminal.loop)
  }

  /// Tries to record the keys that wait, as long as a command waits for a lock; returns the failure
  /// with those that are not saved.
  private func finish(_ shown: Shown) -> Failure? {
    let (screen, appender) = (shown.screen, shown.appender)
    let end = context.world.instant().ticks + context.world.lockTimeout
    while !screen.waiting.isEmpty {
      screen.retry()
      // Only a lock may be gone at the next try; each try waits for it.
      guard appender.failure?.exitCode == ExitCode.temporary, context.world.instant().ticks < end
      else { break }
    }
    return appender.failure(leaving: screen.waiting)
  }
}

extension Context {
  /// The keys that the user chose.
  var keyMap: KeyMap {
    KeyMap(configuration.keys, debounce: configuration.debounce ?? .milliseconds(150))
  }
}
