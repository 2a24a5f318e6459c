import Racing
import Signals
import Terminal
import Timing
import TimingTestSupport

/// A sample session to draw, on a simulated machine.
enum SampleRun {
  /// A run of three laps and a timestamp, 1 min 23.4 s after its start, or later by `span`.
  static func track(
    plan: Plan = Plan(), after span: Duration = .zero
  ) throws -> TimingTestSupport.Track {
    var track = try TimingTestSupport.Track.started(
      Event.Start(name: "Tempo run", tags: ["track"], plan: plan))
    try track.perform(.lap(label: nil), after: .seconds(28))
    try track.perform(.mark(label: "pit"), after: .seconds(2))
    try track.perform(.lap(label: "Hole 7"), after: .milliseconds(25_900))
    try track.perform(.lap(label: nil), after: .milliseconds(350))
    track.pass(.milliseconds(27_150) + span)
    return track
  }

  /// The run with a plan by which its third lap is too short.
  static func planned() throws -> TimingTestSupport.Track {
    try track(plan: Plan(laps: 10, minimumLap: .seconds(1)))
  }
}

extension NameForm {
  /// A form with a name in each field.
  static var sample: NameForm {
    NameForm(Person(first: "Ada", last: "Lovelace", full: "Ada Lovelace"))
  }

  /// The current view.
  var view: View? {
    var view: View?
    views.subscribe { view = $0 }.cancel()
    return view
  }
}

extension TimingTestSupport.Track {
  /// The screen of the session as lines of text.
  func screen(
    _ columns: Int, _ rows: Int, ascii: Bool = false, change: (inout Scene) -> Void = { _ in }
  )
    -> String
  {
    frame(columns, rows, ascii: ascii, change: change).text
  }

  /// The frame of the session.
  func frame(
    _ columns: Int, _ rows: Int, ascii: Bool = false, change: (inout Scene) -> Void = { _ in }
  ) -> Frame {
    var scene = Scene(SessionBoard(number: 12, session: session))
    scene.runners = scene.board.race?.board(at: machine.reading)
    change(&scene)
    return Frame(
      scene, at: machine.reading, size: ScreenSize(columns: columns, rows: rows),
      charset: ascii ? .ascii : .utf8)
  }
}
