import Terminal
import Timing
import TimingTestSupport

/// Scenes to draw: sessions on a machine whose clocks are turned by hand.
enum Sketches {
  /// A run of three laps and a mark, 1 min 23.4 s after its start, or so much later.
  static func run(plan: Plan = Plan(), after span: Duration = .zero) throws -> Track {
    var track = Track()
    try track.perform(.start(Event.Start(name: "Tempo run", tags: ["track"], plan: plan)))
    track.pass(.seconds(28))
    try track.perform(.lap(label: nil))
    track.pass(.seconds(2))
    try track.perform(.mark(label: "pit"))
    track.pass(.milliseconds(25_900))
    try track.perform(.lap(label: "Hole 7"))
    track.pass(.milliseconds(350))
    try track.perform(.lap(label: nil))
    track.pass(.milliseconds(27_150) + span)
    return track
  }
}

extension Track {
  /// The session on a screen, as lines of text.
  func screen(
    _ columns: Int, _ rows: Int, ascii: Bool = false, change: (inout Scene) -> Void = { _ in }
  )
    -> String
  {
    frame(columns, rows, ascii: ascii, change: change).text
  }

  /// The session on a screen.
  func frame(
    _ columns: Int, _ rows: Int, ascii: Bool = false, change: (inout Scene) -> Void = { _ in }
  ) -> Frame {
    var scene = Scene(Board(number: 12, session: session))
    change(&scene)
    return Frame(
      scene, at: machine.reading, size: Size(columns: columns, rows: rows),
      look: Look(isUTF8: !ascii))
  }
}
