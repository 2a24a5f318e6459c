package import Live
import Racing
package import Signals
package import Text
package import Timing

/// Several sessions: a board, on which a key laps each of them.
package final class SessionsMode: RecordingMode {
  package let scenes: Signal<Scene>
  package var clockSteps: Signal<Void> { log.clockSteps }

  private let log: ScreenLog<[SessionBoard]>
  private var newest: [SessionBoard] = []
  /// The board of all until an event arrives or a phase changes.
  private var memo: (states: [State], board: Board)?
  private var arrivals: Subscription?

  /// Shows the sessions of a log, in the order of their keys.
  package init(_ log: ScreenLog<[SessionBoard]>) {
    self.log = log
    let boards = log.boards.share(replay: 1)
    scenes = boards.map { boards in
      var scene = Scene(SessionBoard(number: nil, times: boards.first?.times ?? StopwatchLabel()))
      scene.sessions = boards
      return scene
    }
    arrivals = boards.subscribe { [unowned self] in newest = $0 }
  }

  package func clocks() -> (now: Reading, speed: Double) { (log.now(), 1) }

  package func update(_ scene: inout Scene, at now: Reading) {
    scene.runners = board(of: scene.sessions, at: now)
  }

  private struct State: Hashable {
    var session: Int?
    var version: Int
    var phase: Phase
  }

  private func board(of boards: [SessionBoard], at now: Reading) -> Board {
    let states = boards.map { board in
      let summary = board.session.summary
      return State(session: board.number, version: summary.version, phase: summary.phase(at: now))
    }
    if let memo, memo.states == states { return memo.board }
    // The keys of the sessions count from 1.
    let sessions = boards.enumerated().map { index, board in
      let profile = board.session.summary.profile
      let name = profile.name ?? profile.people.first?.full ?? board.number.map { "session \($0)" }
      return Board.TimedSession(key: "\(index + 1)", name: name, session: board.session)
    }
    let board = Board(sessions, at: now)
    memo = (states, board)
    return board
  }

  package func board(of key: KeyCommand) -> SessionBoard {
    newest.first { $0.number == key.session } ?? SessionBoard(number: key.session)
  }

  package func append(_ key: KeyCommand) -> AppendAnswer { log.append(key, board(of: key)) }

  package func message(after key: KeyCommand, _ event: EventID, note: String?) -> String? {
    guard note == nil, let index = newest.firstIndex(where: { $0.number == key.session }) else {
      return note
    }
    let bib = "\(index + 1)"
    let row = board(of: newest, at: key.reading).row(ofBib: bib)
    let subject = bib + (row?.name.map { " " + Harmless.text($0) } ?? "")
    switch key.command {
    case .lap: return row.flatMap { lap(event, of: newest[index], $0) }.map { "\(subject): \($0)." }
    case .undo, .redo:
      let effect = key.command == .undo ? "took back the newest event" : "restored the event"
      let laps = SplitList.header(count: newest[index].session.summary.lapCount)
      return "\(subject): \(effect); \(laps)."
    default: return nil
    }
  }

  /// A lap in words: `lap 3, 01:04.2 (00:31.0), place 1`.
  ///
  /// One that does not count has its flags instead: `00:22.0 does not count (short)`.
  private func lap(_ event: EventID, of board: SessionBoard, _ row: Board.Row) -> String? {
    let (session, times) = (board.session, board.times)
    guard let version = session.event(event)?.version,
      let recorded = session.laps.last(where: { $0.event == version })
    else { return nil }
    guard let lap = row.passages.last(where: { $0.event == event }) else {
      let flags = recorded.flags.intersection([.short, .afterFinish, .notRunning]).names
      return "\(times.text(of: recorded.split)) does not count (\(flags.joined(separator: ", ")))"
    }
    let place = row.position.map { ", place \($0)" } ?? ""
    let time = times.text(of: lap.shownLap(times))
    return "lap \(lap.number), \(times.text(of: lap.split)) (\(time))\(place)"
  }
}
