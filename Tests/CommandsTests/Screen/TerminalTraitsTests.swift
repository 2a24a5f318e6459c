import Host
import Testing
import Text

@Suite struct TerminalTraitsTests {
  @Test(
    arguments: [
      (["LANG": "en_US.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "de_DE@euro"], false),
      (["LANG": "de_DE.UTF-8@euro"], true), (["LC_ALL": "C", "LANG": "C.UTF-8"], false),
      (["LC_ALL": "", "LANG": "C.UTF-8"], true), (["LC_CTYPE": "C.UTF-8", "LANG": "C"], true),
      (["LANG": "C"], false), ([:], false),
    ] as [([String: String], Bool)])
  func `the locale determines whether UTF-8 is used`(environment: [String: String], isShown: Bool) {
    #expect(TerminalTraits.showsUTF8 { environment[$0] } == isShown)
  }

  @Test func `a style is applied only if requested`() {
    #expect(Style.green.applied(to: "x", if: true) == "\u{1B}[32mx\u{1B}[0m")
    #expect(Style.green.applied(to: "x", if: false) == "x")
    #expect(Style.green.applied(to: "", if: true) == "")
  }
}
