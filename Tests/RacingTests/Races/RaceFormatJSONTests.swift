import Racing
import Testing
import Text
import TimingTestSupport

@testable import Timing

struct RaceFormatJSONTests {
  private func read(_ json: String) throws(JSONReader.Malformed) -> RaceFormat? {
    try JSONReader.read(json) { reader throws(JSONReader.Malformed) in
      try RaceFormat.read(&reader)
    }
  }

  @Test func `every rule is explicit, also the default ones`() {
    #expect(
      JSONWriter.text(RaceFormat(.laps(20))) == """
        {"rules_version":1,"finish":{"kind":"laps","laps":20},"lapped":"finish","first":"lap",\
        "clock":"gun","limit_from":"race","ties":"line","round":null,"bunch_ns":null,\
        "min_lap_ns":null,"dead_time_permille":null,"doubles_ns":5000000000,"pulled":"ranked",\
        "classified_permille":null,"windows":[]}
        """)
  }

  @Test(
    arguments: [
      (
        .time(.seconds(2700), furtherLaps: nil),
        #"{"kind":"time","limit_ns":2700000000000,"further_laps":null}"#
      ),
      (
        .time(.seconds(2700), furtherLaps: 0),
        #"{"kind":"time","limit_ns":2700000000000,"further_laps":0}"#
      ),
      (.points(["A", "finish"]), #"{"kind":"points","points":["A","finish"]}"#),
      (
        .bestLaps(3, within: .seconds(600)),
        #"{"kind":"best_laps","laps":3,"limit_ns":600000000000}"#
      ),
      (.elimination(every: 2), #"{"kind":"elimination","every":2}"#),
      (.backyard(.seconds(3600)), #"{"kind":"backyard","loop_ns":3600000000000}"#),
      (.timeTrial(interval: nil), #"{"kind":"time_trial","interval_ns":null}"#),
      (.timeTrial(interval: .seconds(30)), #"{"kind":"time_trial","interval_ns":30000000000}"#),
    ] as [(RaceFormat.Finish, String)])
  func `a finish has the fields of its kind`(_ finish: RaceFormat.Finish, _ expected: String) {
    #expect(JSONWriter.text(RaceFormat(finish)).contains(#""finish":\#(expected),"#))
  }

  @Test func `rounding and windows are objects`() {
    var format = RaceFormat(.laps(1))
    format.round = .up(.seconds(1))
    format.windows = [RaceFormat.Window(point: "B", earliest: .seconds(60))]
    #expect(JSONWriter.text(format).contains(#""round":{"direction":"up","unit_ns":1000000000}"#))
    #expect(
      JSONWriter.text(format).contains(
        #""windows":[{"point":"B","earliest_ns":60000000000,"latest_ns":null}]"#))
  }

  @Test func `random formats are valid, and read as they are stored and printed`() throws {
    var seed = Seed()
    for _ in 0..<5000 {
      let format = RaceFormat.random(using: &seed)
      #expect(format.validationError == nil, "\(seed)")
      #expect(try read(JSONWriter.text(format)) == format, "\(seed)")
      #expect(
        try RaceFormat(text: format.text, rules: format.rulesText) == format,
        "\(seed): \(format.text) | \(format.rulesText)")
    }
  }

  @Test func `unknown fields are skipped, in any order`() throws {
    let text = JSONWriter.text(RaceFormat(.laps(20)))
      .replacing(#""kind":"laps","laps":20"#, with: #""points":7,"laps":20,"n":[1],"kind":"laps""#)
      .replacing(#"{"rules_version":1,"#, with: #"{"later":{"a":[null]},"#)
      .replacing(#""windows":[]"#, with: #""windows":[],"rules_version":1"#)
    #expect(try read(text) == RaceFormat(.laps(20)))
  }

  @Test(arguments: [
    (#""rules_version":1"#, #""rules_version":2"#), (#""rules_version":1,"#, ""),
    (#""ties":"line","#, ""), (#""ties":"line""#, #""ties":"lines""#),
    (#""ties":"line""#, #""ties":null"#), (#""doubles_ns":5000000000,"#, ""),
    (#""doubles_ns":5000000000"#, #""doubles_ns":5.5"#), (#","windows":[]"#, ""),
    (#""windows":[]"#, #""windows":null"#), (#""windows":[]"#, #""windows":[{"point":"B"}]"#),
    (#""kind":"laps""#, #""kind":"lap""#), (#""kind":"laps","#, ""), (#""laps":20"#, #""n":20"#),
    (#""kind":"laps","laps":20"#, #""kind":"time","limit_ns":1"#),
    (#""round":null"#, #""round":{"direction":"up"}"#),
    (#""round":null"#, #""round":{"direction":"near","unit_ns":1}"#),
    (#""round":null"#, #""round":"up""#),
  ])
  func `a missing or ill-typed field is malformed`(_ part: String, _ other: String) {
    let text = JSONWriter.text(RaceFormat(.laps(20)))
    #expect(text.contains(part))
    #expect(throws: JSONReader.Malformed.self) { try read(text.replacing(part, with: other)) }
  }

  @Test func `numbers out of range are named`() {
    let laps = "the number of laps is not 1 to 1,000,000"
    let finishes: [(RaceFormat.Finish, String?)] = [
      (.laps(0), laps), (.laps(1_000_000), nil), (.laps(1_000_001), laps),
      (.time(.zero, furtherLaps: nil), "the time limit is not above zero"),
      (.time(.seconds(1), furtherLaps: 0), nil), (.time(.seconds(1), furtherLaps: -1), laps),
      (.points([]), "the format has no points"), (.points(["A", "A"]), "a point is named twice"),
      (.points(["A", ""]), "a point is not valid: it is empty"),
      (.points((0...1000).map { "\($0)" }), "the format has more than 1000 points"),
      (.elimination(every: 0), laps),
      (.backyard(.seconds(-1)), "the time of a loop is not above zero"),
      (.timeTrial(interval: .zero), "the interval between starts is not above zero"),
    ]
    for (finish, error) in finishes { #expect(RaceFormat(finish).validationError == error) }
    func error(_ change: (inout RaceFormat) -> Void) -> String? {
      var format = RaceFormat(.laps(1))
      change(&format)
      return format.validationError
    }
    #expect(error { $0.deadTime = 0 } == "dead_time is not 0.1% to 100%")
    #expect(error { $0.classified = 1001 } == "classified is not 0.1% to 100%")
    #expect(error { $0.round = .down(.zero) } == "round is not above zero")
    #expect(error { $0.windows = [.init(point: "B")] } == "a window has neither end")
    #expect(
      error { $0.windows = [.init(point: "B", earliest: .seconds(2), latest: .seconds(1))] }
        == "the latest time of a window is before the earliest")
  }
}
