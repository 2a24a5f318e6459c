import Racing
import Testing
import Text
import Timing
import TimingTestSupport

struct FormatTextTests {
  @Test(
    arguments: [
      ("20 laps", .laps(20)), ("1 lap", .laps(1)), ("45m", .time(.seconds(2700), furtherLaps: nil)),
      ("45m, finish lap", .time(.seconds(2700), furtherLaps: 0)),
      ("45m, finish own lap", .ownLap(after: .seconds(2700))),
      ("45m + 3 laps", .time(.seconds(2700), furtherLaps: 3)),
      ("1h30m + 1 lap", .time(.seconds(5400), furtherLaps: 1)),
      ("points A B finish", .points(["A", "B", "finish"])),
      (#"points "Hole 1" "a, \"b\" \\" finish"#, .points(["Hole 1", #"a, "b" \"#, "finish"])),
      ("best lap 10m", .bestLaps(1, within: .seconds(600))),
      ("best 3 laps 10m", .bestLaps(3, within: .seconds(600))),
      ("elimination", .elimination(every: 1)), ("elimination every 2", .elimination(every: 2)),
      ("backyard 1h", .backyard(.seconds(3600))),
      ("time trial 30s", .timeTrial(interval: .seconds(30))),
      ("time trial", .timeTrial(interval: nil)),
    ] as [(String, RaceFormat.Finish)])
  func `a text is parsed and printed the same`(
    _ text: String, _ finish: RaceFormat.Finish
  ) throws {
    #expect(try RaceFormat(text: text) == RaceFormat(finish))
    #expect(RaceFormat(finish).text == text)
  }

  @Test func `all forms are good and printed the same`() throws {
    for form in RaceFormat.forms {
      #expect(try RaceFormat(text: form.text).text == form.text)
    }
  }

  @Test(
    arguments: [
      ("  20   LAPS ", "20 laps"), ("1:30,finish lap", "1m30s, finish lap"),
      ("45m+3laps", nil), ("45m+3 laps", "45m + 3 laps"), ("45m + 0 laps", "45m, finish lap"),
      ("best 1 lap 600", "best lap 10m"), ("Elimination every 1", "elimination"),
      ("90m", "1h30m"), (".5s", "500ms"), ("elimination\tevery\n3", "elimination every 3"),
    ] as [(String, String?)])
  func `spaces, case and other durations are accepted`(_ text: String, _ printed: String?) {
    #expect((try? RaceFormat(text: text))?.text == printed)
  }

  @Test func `random formats and rules are parsed as they are printed`() throws {
    var seed = Seed()
    for _ in 0..<5000 {
      let format = RaceFormat.random(using: &seed)
      #expect(
        try RaceFormat(text: format.text, rules: format.rulesText) == format,
        "\(seed): \(format.text) | \(format.rulesText)")
    }
  }

  @Test func `random texts are refused with a place in the text, or are valid`() {
    var seed = Seed()
    let words = [
      "20", "laps", "lap", "45m", ",", "+", "finish", "points", "A", "\"", "\\", "best", "3", "min",
      "elimination", "every", "backyard", "1h", "time", "trial", "=", "é", " ", "99999999999999999",
    ]
    for _ in 0..<20_000 {
      let text = (0..<seed.below(6)).map { _ in words[seed.below(words.count)] }
        .joined(separator: [" ", " ", "\n", ""][seed.below(4)])
      do throws(RaceTextError) {
        let format = try RaceFormat(text: text)
        #expect(format.validationError == nil, "\(seed): \(text)")
        #expect((try? RaceFormat(text: format.text)) == format, "\(seed): \(text)")
      } catch {
        let rest = Array(text.utf8).dropFirst(error.offset)
        #expect(rest.starts(with: error.word.utf8), "\(seed): \(text): \(error)")
      }
    }
  }

  @Test(
    arguments: [
      ("", "expected a format like '20 laps' or '45m' at the end"),
      ("20 lasp", "'20' at character 1: expected laps or a unit, as in '20 laps' or '20m'"),
      (
        "20laps",
        "'20laps' at character 1: 'laps' is not a unit; the units are h, m, s, ms, us and ns"
      ),
      ("20", "'20' at character 1: expected laps or a unit, as in '20 laps' or '20m'"),
      (
        "laps 20",
        """
        'laps' at character 1: it is not a format; formats are like '20 laps', '45m', \
        'points A B', 'best lap 10m', 'elimination', 'backyard 1h' and 'time trial'
        """
      ),
      (
        "45 min, finish lap",
        "'45' at character 1: expected laps or a unit, as in '45 laps' or '45m'"
      ),
      ("45m, finsh lap", "'finsh' at character 6: expected 'finish'"),
      ("45m finish lap", "'finish' at character 5: expected ', finish lap' or '+ 3 laps'"),
      ("45m + 3", "expected 'laps' or 'lap' at the end"),
      ("0 laps", "'0' at character 1: the number is not 1 to 1,000,000"),
      ("1000001 laps", "'1000001' at character 1: the number is not 1 to 1,000,000"),
      (
        "99999999999999999999 laps",
        "'99999999999999999999' at character 1: the number is not 1 to 1,000,000"
      ),
      ("0s", "'0s' at character 1: it is not above zero"),
      ("points", "expected a point at the end"),
      ("points A é A", "'A' at character 12: it is named twice"),
      (
        "points A, B",
        "',' at character 9: points are separated by spaces, and other names are in quotes"
      ),
      (#"points "A"#, #"'"A' at character 8: the quote is not closed"#),
      (#"points """#, #"'""' at character 8: it is empty"#),
      ("elimination evry 2", "'evry' at character 13: expected 'every'"),
      ("time trail", "'trail' at character 6: expected 'trial'"),
      ("backyard", "expected the time of a loop at the end"),
      ("20 laps 3", "'3' at character 9: expected the end of the format"),
    ])
  func `an error names the place`(_ text: String, _ message: String) {
    let error = #expect(throws: RaceTextError.self) { try RaceFormat(text: text) }
    #expect(error?.description == message)
  }
}
