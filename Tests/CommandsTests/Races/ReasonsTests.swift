import Testing

struct ReasonsTests {
  private let shell = Shell("start Crit --race '2 laps'", "enter 17", "enter 4", "enter 23")

  init() {
    for _ in 1...2 { shell(.seconds(60), "cross 17 4 23") }
    #expect(shell("rule 17 +10s --reason 'cut the corner'").exit == 0)
    shell(
      "rule 17 -1lap --reason 'a \"short\" cut'", "rule 4 dnf --reason wrong",
      "rule 4 dsq --reason 'rough riding'", "rule 23 dnf --reason tired", "rule 23 ok",
      "rule 17 +5s --reason 'taken back'", "undo")
  }

  @Test(arguments: ["", "--at-event 18"])
  func `tables, pages and CSV contain the reasons that count`(options: String) {
    #expect(
      shell("results \(options)").succeeded(
        with: "+10s -1 lap (cut the corner; a \"short\" cut)", "dsq       (rough riding)",
        without: "wrong", "tired", "taken back"))
    for format in ["markdown", "html"] {
      #expect(
        shell("results \(options) --format \(format)").succeeded(
          with: "(cut the corner; a ", "(rough riding)"))
    }
    #expect(
      shell("results \(options) --format csv").succeeded(
        with: ",doubt_ns,reasons\n", #","cut the corner; a ""short"" cut""#, ",rough riding\n"))
  }

  @Test(arguments: ["", "--at-event 18"])
  func `JSON has all standing rulings, and standings have no reasons`(options: String) {
    #expect(
      shell("results --json \(options)").succeeded(
        with: #""rulings":[{"event":13,"status":"dnf","reason":"wrong","gives_status":false},"#
          + #"{"event":14,"status":"dsq","reason":"rough riding","gives_status":true}],"laps""#,
        #"{"event":11,"penalty_ns":10000000000,"reason":"cut the corner""#,
        #"{"event":16,"status":"ok","reason":null,"gives_status":true}"#, without: "taken back"))
    #expect(!shell("standings --json").output.contains("rulings"))
    #expect(!shell("standings").output.contains("corner"))
  }
}
