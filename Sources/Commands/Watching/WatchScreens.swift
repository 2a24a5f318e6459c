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
  private let log: Logbook
  private let context: Context
  /// The failure of the log when the board was to be shown, or of the wait for events.
  private var failure: (any Error)?

  /// A screen with what its keys and its content need.
  private struct Shown {
    let screen: Screen
    let reader: FeedReader
    let appender: KeyAppender
    let rings: Bool
  }

  init(_ log: Logbook, _ context: Context) {
    self.log = log
    self.context = context
    // A note would be written over the screen.
    log.onSkip = { _, _, _ in }
  }

  /// Shows a session until the user quits; throws what could not be saved or read.
  ///
  /// Once several sessions run, the board of them takes its place and stays, unless the user named
  /// the session. `countdown` is the length of the countdown that a key starts.
  func show(_ feed: SessionFeed, countdown: Duration, isNamed: Bool) throws {
    let terminal = try context.openTerminal(reading: feed.clock.reading(of:))
    let shown = Relay(screen(feed, countdown, on: terminal))
    let yields = shown.signal.map { isNamed ? .never : $0.screen.yields }.switchToLatest()
    let switching = yields.subscribe { [unowned self] in
      do {
        let sessions = try SessionsFeed(of: log, clock: feed.clock, times: context.times)
        // A limit may have been reached since.
        guard sessions.newest.count > 1 else { return }
        shown.value = board(sessions, choosing: feed.newest.number, on: terminal)
      } catch {
        failure = error
        terminal.loop.stop()
      }
    }
    try run(shown, on: terminal)
    withExtendedLifetime(switching) {}
  }

  /// Shows the board of the sessions that run until the user quits; throws what could not be saved
  /// or read.
  func showSessions() throws {
    let clock = LogClock(log, now: context.world.instant)
    let feed = try SessionsFeed(of: log, clock: clock, times: context.times)
    let terminal = try context.openTerminal(reading: clock.reading(of:))
    try run(Relay(board(feed, choosing: nil, on: terminal)), on: terminal)
  }

  private func run(_ shown: Relay<Shown>, on terminal: TerminalSession) throws {
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
    let failure = failure ?? shown.value.reader.failure
    if let unsaved {
      if failure == nil, ending == .quit || ending == .hangUp { throw unsaved }
      context.world.report(unsaved, isJSON: false)
    }
    if let failure { throw failure }
    try ending.end()
  }

  private func screen(
    _ feed: SessionFeed, _ countdown: Duration, on terminal: TerminalSession
  ) -> Shown {
    let reader = FeedReader(feed, on: terminal.loop)
    let appender = KeyAppender(feed.clock, context)
    // The session before one that a key has started.
    var previous: Int?
    let log = ScreenLog(
      boards: feed.boards,
      append: { command, before in
        let answer = appender.append(command, to: before) { try feed.show($0) }
        reader.readNew()
        if feed.newest.number != before.number { previous = before.number }
        // A start by mistake leads back to the session that it left.
        if case .undo = command.command, case .appended = answer, let number = previous,
          feed.newest.session.summary.startedAt == nil
        {
          previous = nil
          do {
            try feed.show(number)
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
    return shown(mode, reader, appender, rings: rings, on: terminal)
  }

  private func board(
    _ feed: SessionsFeed, choosing session: Int?, on terminal: TerminalSession
  ) -> Shown {
    let reader = FeedReader(feed, on: terminal.loop)
    let appender = KeyAppender(feed.clock, context)
    let log = ScreenLog(
      boards: feed.boards,
      append: { command, board in
        defer { reader.readNew() }
        return appender.append(command, to: board)
      },
      now: feed.clock.reading, clockSteps: terminal.loop.clockSteps)
    let index = session.flatMap { number in feed.newest.firstIndex { $0.number == number } }
    return shown(
      SessionsMode(log), reader, appender, choosing: index.map { $0 + 1 }, on: terminal)
  }

  private func shown(
    _ mode: any ScreenMode, _ reader: FeedReader, _ appender: KeyAppender,
    choosing key: Int? = nil, rings: Bool = false, on terminal: TerminalSession
  ) -> Shown {
    let screen = Screen(
      mode, presses: terminal.presses, sizes: terminal.sizes, charset: terminal.charset,
      keyMap: context.keyMap, choosing: key, on: terminal.loop)
    return Shown(screen: screen, reader: reader, appender: appender, rings: rings)
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
