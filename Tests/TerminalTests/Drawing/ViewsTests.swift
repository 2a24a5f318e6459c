import Racing
import Terminal
import Testing
import Timing
import TimingTestSupport

/// Each view fits each screen size and shows its main content.
struct ViewsTests {
  private typealias Track = TimingTestSupport.Track

  private func nameForm(_ form: NameForm, _ columns: Int, _ rows: Int) throws -> Frame {
    try SampleRun.track().frame(columns, rows) {
      $0.mode.page = .nameForm
      $0.form = form.view
    }
  }

  @Test(arguments: ScreenSizes.all)
  func `a session fits and shows its laps and controls`(columns: Int, rows: Int) throws {
    for plan in [Plan(), Plan(laps: 10), Plan(laps: 10, limit: .seconds(600))] {
      let frame = try SampleRun.track(plan: plan).frame(columns, rows)
      frame.expectFit(columns, rows)
      #expect(frame.text.contains("3 laps"))
      #expect(frame.text.contains("space stop"))
      if columns != 60 { #expect(frame.text.contains("3) 00:56.2")) }
    }
  }

  @Test(arguments: ScreenSizes.all)
  func `a session fits with each of its entries chosen`(columns: Int, rows: Int) throws {
    let track = try SampleRun.track()
    for event in [2, 3, 4, 5] {
      let frame = track.frame(columns, rows) { $0.mode.chosen = event }
      frame.expectFit(columns, rows)
      #expect(frame.text.contains("a move  n rename"))
      let style = frame.rows.flatMap(\.runs).filter { $0.style == .field }
      #expect(style.count == (rows > 1 ? 1 : 0))
      let split = ["00:28.0", "00:30.0", "00:55.9", "00:56.2"][event - 2]
      if rows > 1 { #expect(style.first?.text.contains(split) == true) }
    }
  }

  @Test(arguments: ScreenSizes.all)
  func `the prompts for a chosen entry fit and have a cursor`(columns: Int, rows: Int) throws {
    let track = try SampleRun.track()
    for (part, title) in [(ScreenMode.Edit.Part.moment, "by"), (.label, "name")] {
      let frame = track.frame(columns, rows) {
        $0.mode.chosen = 2
        $0.mode.page = .editPrompt(.init(event: 2, part: part), TextLine("1.5"))
      }
      frame.expectFit(columns, rows)
      #expect(frame.text.contains(title))
      #expect(frame.text.contains(": 1.5"))
      #expect(frame.cursor != nil)
    }
  }

  @Test(arguments: ScreenSizes.all)
  func `an empty log fits and offers a start`(columns: Int, rows: Int) {
    let frame = Frame(
      Scene(SessionBoard(number: nil)), at: Machine().reading,
      size: ScreenSize(columns: columns, rows: rows))
    frame.expectFit(columns, rows)
    #expect(frame.text.contains("space start"))
    #expect(rows < 8 || frame.text.contains("no session yet"))
    #expect(frame.changesAfter == nil)
  }

  @Test(arguments: ScreenSizes.all)
  func `the name form fits and has a cursor`(columns: Int, rows: Int) throws {
    let form = NameForm.sample
    for _ in 0..<3 {
      let frame = try nameForm(form, columns, rows)
      frame.expectFit(columns, rows)
      #expect(frame.text.contains("name  "))
      #expect(frame.cursor != nil)
      form.handle(.tab)
    }
  }

  @Test(arguments: ScreenSizes.all)
  func `help and messages fit`(columns: Int, rows: Int) throws {
    let track = try SampleRun.track()
    let help = track.frame(columns, rows) { $0.mode.page = .help }
    help.expectFit(columns, rows)
    #expect(help.text.contains("space"))
    let message = track.frame(columns, rows) { $0.message = String(repeating: "long ", count: 99) }
    message.expectFit(columns, rows)
    #expect(message.text.contains("long"))
  }

  @Test(arguments: ScreenSizes.all)
  func `a replay fits at each of its events`(columns: Int, rows: Int) throws {
    let rig = ReplayRig(try SampleRun.track(), columns: columns, rows: rows)
    rig.press(.character(" "))
    for _ in 0..<6 {
      let frame = try #require(rig.frames.last)
      frame.expectFit(columns, rows)
      #expect(frame.text.contains("space "))
      rig.press(.right)
    }
    if columns == 80 { #expect(rig.frames.last?.text.contains("event 5 of 5") == true) }
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5), (20, 2), (60, 1)])
  func `the name form leaves the clock in view`(columns: Int, rows: Int) throws {
    let frame = try nameForm(.sample, columns, rows)
    #expect(frame.text.contains("Ada"))
    #expect(frame.text.contains(rows == 24 ? "██  ██ ████   ██" : "01:23.4"))
    #expect(frame.changesAfter == .milliseconds(100), "the clock runs on")
  }

  @Test(arguments: [(4, 1), (5, 3)])
  func `the name form shows all names if a row is left for the keys`(
    rows: Int, names: Int
  ) throws {
    let frame = try nameForm(.sample, 40, rows)
    #expect(frame.rows.count { $0.text.contains(" name ") } == names, "\(frame.text)")
    #expect(frame.text.contains("Tab next"), "\(frame.text)")
  }
}
