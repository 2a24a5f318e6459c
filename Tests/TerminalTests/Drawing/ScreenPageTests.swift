import Live
import Testing
import Text
import TimingTestSupport

@testable import Terminal

extension ScreenPage {
  /// A page with a list, as a new one is written.
  fileprivate static let numbers = ScreenPage("numbers") { renderer in
    let rows = renderer.size.rows
    let first = renderer.firstShown(of: 9, showing: rows)
    for row in 0..<rows { renderer.canvas.put("line \(first + row)", row: row) }
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
      let frame = track.frame(20, 2) { $0.state = state }
      state.limitScroll(to: frame.scrollLimit)
      return frame.text
    }
    #expect(track.frame(20, 2) { $0.state = state }.text == "line 0\nline 1")
    #expect(press(.down) == "line 1\nline 2")
    #expect(press(.end) == "line 7\nline 8")
    #expect(press(.paste("x")) == "line 7\nline 8", "a paste types nothing")
    #expect(press(.up) == "line 6\nline 7")
    _ = press("l")
    #expect(state == ScreenState(), "the key that closes it has no other effect")
  }
}
