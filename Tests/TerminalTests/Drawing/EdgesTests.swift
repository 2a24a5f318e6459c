import Racing
import Signals
import Terminal
import Testing
import Text
import Timing
import TimingTestSupport

/// Frames at the exact sizes at which their layout changes.
struct EdgesTests {
  @Test func `large digits are drawn only at heights at which all runners stay in view`() throws {
    let race = try SampleRace.running()
    for rows in 5...24 {
      let frame = race.frame(80, rows)
      #expect(frame.text.contains("██  ██") == (rows >= 18), "\(rows) rows:\n\(frame.text)")
      if rows >= 11 { #expect(frame.text.contains("Hedy Lamarr"), "\(rows) rows:\n\(frame.text)") }
    }
  }

  @Test func `a race on one row has the clock and the first places`() throws {
    let race = try SampleRace.running()
    #expect(race.screen(60, 1) == "01:16.8  1 3  2 1  3 2  4 5  5 4  6 6")
    #expect(race.screen(27, 1) == "01:16.8  1 3  2 1  3 2  4 5")
    #expect(race.screen(26, 1) == "01:16.8  1 3  2 1  3 2")
  }

  @Test func `a lap is above a timestamp of the same time`() throws {
    var track = Track()
    try track.perform(.start(Event.Start()))
    track.pass(.seconds(5))
    try track.perform(.lap(label: nil))
    try track.perform(.mark(label: "pit"))
    let rows = track.frame(60, 10).rows.map(\.text)
    let lap = rows.firstIndex { $0.contains("1) ") } ?? -1
    let mark = rows.firstIndex { $0.contains("pit") } ?? -1
    #expect(lap >= 0 && mark == lap + 1, "\(rows.joined(separator: "\n"))")
  }

  @Test(arguments: [(4, 1), (5, 3)])
  func `the name form shows all names if a row is left for the keys`(
    rows: Int, names: Int
  ) throws {
    let form = NameForm(Person(first: "Ada", last: "Lovelace", full: "Ada Lovelace"))
    var view: NameForm.View?
    let subscription = form.views.subscribe { view = $0 }
    defer { subscription.cancel() }
    let frame = try SampleRun.track().frame(40, rows) {
      $0.form = view
      $0.mode.page = .nameForm
    }
    #expect(frame.rows.count { $0.text.contains(" name ") } == names, "\(frame.text)")
    #expect(frame.text.contains("Tab next"), "\(frame.text)")
  }
}
