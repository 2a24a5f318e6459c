import Live
import Testing
import Text
import Timing
import TimingTestSupport

@testable import Terminal

/// Each view fits each screen size and shows its main content.
struct ViewsTests {
  private func nameForm(_ form: NameForm, _ columns: Int, _ rows: Int) throws -> Frame {
    try SampleRun.track().frame(columns, rows) {
      $0.state.page = .nameForm
      $0.form = form.view
    }
  }

  @Test(arguments: ScreenSizes.all)
  func `a session fits, with each of its entries chosen, and with a prompt for it`(
    columns: Int, rows: Int
  ) throws {
    for plan in [Plan(), Plan(laps: 10), Plan(laps: 10, limit: .seconds(600))] {
      let text = try SampleRun.track(plan: plan).fitting(columns, rows).text
      #expect(text.contains("3 laps") && text.contains("space stop"))
      if columns != 60 { #expect(text.contains("3) 00:56.2")) }
    }
    let track = try SampleRun.track()
    for (event, split) in zip(2...5, ["00:28.0", "00:30.0", "00:55.9", "00:56.2"]) {
      let frame = track.fitting(columns, rows) { $0.state.chosen = event }
      #expect(frame.text.contains("a move  n rename"))
      let style = frame.rows.flatMap(\.runs).filter { $0.style == .field }
      #expect(style.count == (rows > 1 ? 1 : 0))
      if rows > 1 { #expect(style.first?.text.contains(split) == true) }
    }
    for (part, title) in [(ScreenState.EditedPart.moment, "by"), (.label, "name")] {
      let frame = track.fitting(columns, rows) {
        $0.state.chosen = 2
        $0.state.page = .prompt(.edit(part, ofEvent: 2), TextLine("1.5"))
      }
      #expect(frame.text.contains(title) && frame.text.contains(": 1.5"))
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
  func `the name form with its cursor, help and messages fit`(columns: Int, rows: Int) throws {
    let form = NameForm.sample
    for _ in 0..<3 {
      let frame = try nameForm(form, columns, rows)
      frame.expectFit(columns, rows)
      #expect(frame.text.contains("name  "))
      #expect(frame.cursor != nil)
      form.handle(.tab)
    }
    let track = try SampleRun.track()
    #expect(track.fitting(columns, rows) { $0.state.page = .page(.help) }.text.contains("space"))
    let long = String(repeating: "long ", count: 99)
    #expect(track.fitting(columns, rows) { $0.message = long }.text.contains("long"))
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
  func `the name form shows all names if a row is left for the keys`(rows: Int, names: Int) throws {
    let frame = try nameForm(.sample, 40, rows)
    #expect(frame.rows.count { $0.text.contains(" name ") } == names, "\(frame.text)")
    #expect(frame.text.contains("Tab next"), "\(frame.text)")
  }
}

extension ScreenPage {
  /// A page with a list, as a new one is written.
  fileprivate static let numbers = ScreenPage("numbers") { renderer in
    renderer.drawPage((0..<9).map { ("line \($0)", "") }, from: renderer.drawHead())
  }
}

extension KeyTable {
  fileprivate static let numbers = KeyTable(rows: [
    KeyRow(keys: ["e"], word: { _ in "numbers" }) { $0.open(.numbers) }
  ])
}

struct ScreenPageTests {
  @Test func `a page opens by its key at its top, scrolls, and any key closes it`() throws {
    let track = try SampleRun.track()
    let now = track.machine.reading
    var scene = Scene(SessionBoard(number: 12, session: track.session))
    scene.state.scroll = 3
    var opening = KeyMoment(scene, at: now, key: "e")
    #expect(KeyTable.numbers.controls(opening).map(\.word) == ["numbers"])
    KeyTable.numbers.handle(&opening)
    #expect(opening.state.page == .page(.numbers) && opening.state.page != .page(.help))
    var state = opening.state
    func press(_ key: Key) -> String {
      scene.state = state
      var moment = KeyMoment(scene, at: now, key: key)
      moment.handle()
      state = moment.state
      let frame = track.frame(20, 4) { $0.state = state }
      state.limitScroll(to: frame.scrollLimit)
      return frame.text
    }
    func text(_ lines: String) -> String { "01:23.4 running\n\(lines)" }
    #expect(press(.home) == text("line 0\nline 1\ndown: more"))
    #expect(press(.down) == text("line 1\nline 2\ndown: more"))
    #expect(press(.end) == text("line 7\nline 8\nany key goes back"))
    #expect(
      press(.paste("x")) == text("line 7\nline 8\nany key goes back"), "a paste types nothing")
    #expect(press(.up) == text("line 6\nline 7\ndown: more"))
    #expect(track.screen(60, 1) { $0.state = state } == "line 6", "there is no room for the clock")
    _ = press("l")
    #expect(state == ScreenState(), "the key that closes it has no other effect")
  }

  @Test(arguments: ScreenSizes.all)
  func `each page fits, in place of the content and its keys`(columns: Int, rows: Int) throws {
    let scene = Scene(SessionBoard(number: 12, session: try SampleRun.track().session))
    let keyRows = (KeyTable.live + [.replay, .numbers]).flatMap(\.rows)
    let pages = keyRows.compactMap { row -> ScreenPage? in
      var moment = KeyMoment(scene, at: Machine().reading)
      row.effect(&moment)
      return if case .page(let page) = moment.state.page { page } else { nil }
    }
    #expect(Set(pages).isSuperset(of: [.help, .numbers]))
    for track in [try SampleRun.track(), try SampleRace.running()] {
      let content = track.screen(columns, rows)
      let keys = content.split(separator: "\n").last?.suffix(10) ?? ""
      for page in Set(pages) {
        let text = track.fitting(columns, rows) { $0.state.page = .page(page) }.text
        #expect(text != "" && !text.contains(keys), "\(text)")
      }
    }
  }
}
