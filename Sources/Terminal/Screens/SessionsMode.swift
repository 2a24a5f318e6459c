package import Live
import Logbook
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
    let (board, bib) = (newest[index], "\(index + 1)")
    let row = self.board(of: newest, at: key.reading).row(ofBib: bib)
    guard let version = board.session.event(event)?.version,
      let lap = board.session.laps.last(where: { $0.event == version })
    else { return nil }
    let segment = board.session.summary.profile.plan.name(ofSegment: lap.segment)
    let place = lap.number == nil ? nil : row?.position.map { "  place \($0)" }
    return "\(bib)\(row?.name.map { " " + Harmless.text($0) } ?? ""): "
      + lap.line(board.times, segment: segment) + (place ?? "")
  }
}
