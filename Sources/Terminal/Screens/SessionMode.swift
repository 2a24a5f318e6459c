package import Live
import Racing
package import Signals
package import Text
package import Timing

/// One session or race.
///
/// It shows the state of the log: the effect of a key appears when its event arrives, as with
/// events of other processes.
package final class SessionMode: RecordingMode {
  package let scenes: Signal<Scene>
  package var notes: Signal<String> { noteSubject.signal }
  package var clockSteps: Signal<Void> { log.clockSteps }

  private let log: ScreenLog<SessionBoard>
  private var memo = RaceBoard()
  private let noteSubject = Subject<String>()
  /// The session and its race as of the last events.
  private var newest: (board: SessionBoard, runners: Board?)
  /// Whether a key's event is being appended, whose note says what it changed.
  private var isAppending = false
  /// The session and its race before that event.
  private var beforeAppend: (board: SessionBoard, runners: Board?)?
  private var arrivals: Subscription?

  /// The default length of the countdown that a key starts.
  package static let defaultCountdown = Duration.seconds(3)

  /// Shows the session of a log.
  ///
  /// Until the boot time `holdOffEnd`, only quit works. `countdown` is the length of the countdown
  /// that a key starts.
  package init(
    _ log: ScreenLog<SessionBoard>, holdOffEnd: Duration? = nil,
    countdown: Duration = SessionMode.defaultCountdown
  ) {
    self.log = log
    newest = (SessionBoard(number: nil), nil)
    let boards = log.boards.share(replay: 1)
    scenes = boards.map { board in
      var scene = Scene(board)
      scene.holdOffEnd = holdOffEnd
      scene.countdown = countdown
      return scene
    }
    arrivals = boards.subscribe { [unowned self] in receive($0) }
  }

  package func clocks() -> (now: Reading, speed: Double) { (log.now(), 1) }

  package func update(_ scene: inout Scene, at now: Reading) {
    scene.runners = runners(of: scene.board, at: now)
  }

  private func runners(of board: SessionBoard, at now: @autoclosure () -> Reading) -> Board? {
    board.race.flatMap { memo.board(of: $0, atPlace: $0.present(at: now())) }
  }

  package func board(of key: KeyCommand) -> SessionBoard { newest.board }

  package func append(_ key: KeyCommand) -> AppendAnswer {
    beforeAppend = newest
    isAppending = true
    defer { isAppending = false }
    return log.append(key, newest.board)
  }

  /// Says what corrections of others changed in a race.
  private func receive(_ board: SessionBoard) {
    let before = newest
    newest = (board, runners(of: board, at: log.now()))
    guard !isAppending, let notes = raceNotes(since: before) else { return }
    let known = before.board.session.summary.version
    guard let text = notes.text(of: board.session.events.dropFirst(known)) else { return }
    noteSubject.send(text)
  }

  package func message(after key: KeyCommand, _ event: EventID, note: String?) -> String? {
    guard !key.isForNewSession, let before = beforeAppend, var notes = raceNotes(since: before)
    else { return note }
    notes.canAssign = newest.board.timedPoint == nil
    let known = before.board.session.summary.version
    return notes.text(
      of: key.command, note, event, arrived: newest.board.session.events.dropFirst(known))
  }

  /// The notes on the changes of a race; nil if it is none, or another session.
  private func raceNotes(since before: (board: SessionBoard, runners: Board?)) -> RaceNotes? {
    guard let ranked = before.runners, let runners = newest.runners,
      before.board.session.uid == newest.board.session.uid
    else { return nil }
    return RaceNotes(
      before: ranked, after: runners, session: newest.board.session, times: newest.board.times)
  }
}
