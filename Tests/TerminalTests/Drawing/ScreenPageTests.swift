import Live
import Testing
import Text
import TimingTestSupport

@testable import Terminal

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
  @Test func `a page is a drawing and a key: it opens at its top, scrolls, and any key closes it`()
    throws
  {
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
