import Testing

struct CourseTests {
  private let shell = Shell()

  @Test func `the segments of a course are those of its newest session`() {
    #expect(shell("start --course golf").errors.contains("No session has the course 'golf' yet"))
    #expect(shell("start --course golf --segments 'Hole 1, Hole 2,Hole 3'").exit == 0)
    for label in ["Hole 1", "Hole 2  windy", "Hole 3"] {
      shell.pass(.seconds(10))
      let words = label.contains("windy") ? "lap windy" : "lap"
      #expect(shell(words).output.contains("lap 00:10.0  \(label)"))
    }
    #expect(shell("status").output.contains("finished"))
    #expect(shell("start --course golf").exit == 0)
    #expect(
      shell("show --json").output.contains(
        #""course":"golf","segments":["Hole 1","Hole 2","Hole 3"]"#))
  }

  @Test func `naming a later segment skips those in between`() {
    shell("start --course golf --segments A,B,C")
    #expect(shell(.seconds(10), "lap --segment B").output.contains("lap 00:10.0  B"))
    #expect(
      shell("lap --segment A").message == """
        Error: Session 1 has no segment 'A' that is still to come: it is passed. Still to come: 'C'.
        """)
    #expect(shell("lap C").output.contains("(finished)"))
  }

  @Test func `a lap at the stop completes its segment in the table of attempts`() {
    shell("start --course golf --segments A,B", .seconds(60), "stop", .seconds(60))
    #expect(shell("lap --ago 1m --session 1").exit == 0 && shell("check").exit == 0)
  }

  @Test func `best names the skipped segments in the sum of best`() {
    shell("start --course golf --segments A,B,C")
    for seconds in [10, 20, 30] { shell.pass(.seconds(seconds)); shell("lap") }
    shell("start --course golf", .seconds(12), "lap", .seconds(25), "lap C")
    let best = shell("best").output
    #expect(best.contains("sum of best  00:35.0"), "\(best)")
    #expect(best.hasSuffix("\nThe sum takes 00:25.0 to 'C', of session 2, which skipped 'B'.\n"))
  }

  @Test func `attempts from before a segment was renamed count for all comparisons`() {
    for (times, segments) in [([10, 10, 10], "A,B,C"), ([9, 25, 6], "A,X,C")] {
      shell("start --course golf --segments \(segments)")
      for seconds in times { shell.pass(.seconds(seconds)); shell("lap") }
    }
    let best = shell("best --json").output
    #expect(best.contains(#""pb":{"session":1,"running_time_ns":30000000000},"#), "\(best)")
    #expect(best.contains(#""sum_of_best_ns":29000000000,"#), "\(best)")
    let show = shell("show 2 --json").output
    #expect(show.contains(#""comparison":{"name":"pb","session":1,"#), "\(show)")
    #expect(show.contains(#""difference_ns":[-1000000000,null,10000000000]"#), "\(show)")
    #expect(show.contains(#""sum_of_best_ns":30000000000,"#), "\(show)")
    #expect(shell("compare 2 1 worst latest").exit == 0)
  }

  @Test func `the answer to a lap after the last segment has the command for the next attempt`() {
    #expect(
      shell("start --course 'long run' --segments A", .seconds(10), "lap", "lap").text == """
        Session 1 is already finished: -) 00:10.0  lap 00:00.0  (after_finish)
        The lap is kept, but does not count: 'laptimer undo --session 1' takes it back, \
        'laptimer start --course 'long run'' begins the next attempt.
        """)
    shell.expect(exit: 0, "undo", "start --course 'long run'")
  }

  @Test func `the error for a session that is not an attempt suggests compare`() {
    #expect(
      shell("start", .seconds(10), "lap", "stop", "show --against pb").message == """
        Error: Session 1 is no attempt at a course. 'laptimer compare 1 SESSION' compares it with \
        another session, 'laptimer plan --course NAME --session 1' makes it an attempt.
        """)
    shell("start --course golf --segments A", .seconds(10), "lap")
    #expect(
      shell("show 2 --against 1").errors == """
        Error: Session 1 is no attempt at a course. 'laptimer compare 2 1' compares any two \
        sessions lap by lap.

        """)
    #expect(shell("compare 2 1").exit == 0)
  }

  @Test func `plan adds a course to a session and removes it`() {
    #expect(shell("start", .seconds(10), "lap", "plan --course golf --segments A").exit == 0)
    #expect(shell("status").output.contains("finished"))
    #expect(
      shell("resume").message == """
        Error: Session 1 is finished. 'laptimer plan --session 1 --course none' lifts the rule that \
        finishes it.
        """)
    #expect(shell("plan --course none").exit == 0)
    #expect(shell("status").output.contains("running"))
    #expect(shell("plan --segments A,B").errors.contains("has no course"))
  }

  @Test func `a mistyped segment gets a suggestion`() {
    #expect(
      shell("start --course 5k --segments 1k,2k,3k,last", "lap --segment lats").message == """
        Error: Session 1 has no segment 'lats' that is still to come. Did you mean 'last'? \
        Still to come: '1k', '2k', '3k', 'last'.
        """)
    #expect(shell("lap windy").text == "1) 00:00.0  lap 00:00.0  1k  windy")
    #expect(
      shell("lap lsat").text == """
        2) 00:00.0  lap 00:00.0  2k  lsat
        Note: 'lsat' is not the name of a segment: the lap completes '2k'. For 'last': \
        'laptimer undo --session 1', then 'laptimer lap --segment last --at \
        2027-01-15T08:00:00.000000000Z --session 1'.
        """)
    #expect(
      shell("lap 3kk").text == """
        3) 00:00.0  lap 00:00.0  3k  3kk
        Note: '3kk' is not the name of a segment: the lap completes '3k'.
        """)
  }

  @Test func `equal segments are noted once, and a single one is noted`() {
    #expect(
      shell("start --course golf --segments A,B,A,B").text == """
        Started session 1.
        Note: several segments are named 'A': laps complete them in their order.
        """)
    #expect(shell("start --course golf --also").output.contains("Note") == false)
    #expect(
      shell("start --also --course one --segments 'A;B;C'").output.contains(
        "Note: the course has one segment, 'A;B;C': commas separate segments.\n"))
  }

  @Test(arguments: [
    ("A,B", "without 'C'"), ("B,A,C", "in another order"), ("A,B,X,C,Y", "with 'X', 'Y'"),
    ("D", "without 'A', 'B', 'C', with 'D'"), ("C,X,A", "without 'B', with 'X', in another order"),
  ])
  func `segments that differ from those of the previous session are noted`(
    _ segments: String, _ difference: String
  ) {
    shell("start --course golf --segments A,B,C", "stop")
    #expect(
      shell("start --course golf --segments \(segments)").text.hasSuffix(
        """
        Note: the segments of 'golf' are those of session 1 \(difference). Only segments of the \
        same name are compared.
        """))
    #expect(shell("stop", "start --course golf").text == "Started session 3.")
    #expect(shell("plan --segments \(segments)").output.contains("Note: the segments") == false)
    #expect(shell("plan --course tennis --segments A,B").output.contains("Note") == false)
  }

  @Test func `the best times without any course are refused`() {
    let error = """
      Error: No session has a course. 'laptimer start --course NAME --segments "1,2,3"' starts an \
      attempt at one.
      """
    #expect(shell("best").error(1) == error)
    #expect(shell("start", "best").error(1) == error)
  }

  @Test func `'none' is not a segment, and lifts those of a removed course`() {
    shell("start --course golf --segments A,B")
    let reason = "a course has segments; 'laptimer plan --course none' removes the course"
    for command in ["plan", "plan --course x", "start --also --course x"] {
      #expect(
        shell("\(command) --segments none").failed(
          64, "The value 'none' is invalid for '--segments <names|file>': \(reason)"))
    }
    #expect(shell("plan --course none --segments none").exit == 0)
    #expect(!shell("show").output.contains("course"))
  }

  @Test func `the error for an unknown course suggests a similar one`() {
    shell("start --course golf --segments A,B")
    for name in ["Golf", "glof"] {
      #expect(
        shell("start --also --course \(name)").message == """
          Error: No session has the course '\(name)' yet. Did you mean 'golf'? For a new course, \
          name its segments, as in 'laptimer start --course \(name) --segments "1,2,3"'.
          """)
    }
  }

  @Test func `invalid segments are wrong usage`() {
    #expect(
      shell("plan --course none --segments A").errors.hasPrefix(
        "Error: '--course none' removes the segments: leave out '--segments'.\n"))
    for line in [
      "plan --course none --segments A", "start --segments A,B", "start --course '' --segments A",
      "start --course golf --segments A,,B",
    ] { #expect(shell(line).exit == 64, "\(line)") }
    #expect(shell("start --course golf --segments \(shell.folder)").exit == 65)
  }

  @Test func `an average slower than the worst attempt is explained`() {
    shell(
      "start --course 2k --segments 1k,2k", .seconds(10), "lap", .seconds(10), "lap",
      "start --course 2k", .seconds(100), "lap", "stop", "name worst --session 1")
    #expect(shell("compare best worst").errors == "")
    #expect(shell("compare average 1").errors == "")
    let answer = shell("compare average worst")
    #expect(answer.output.contains("01:05.0"), "\(answer)")
    #expect(
      answer.message == """
        Note: The average has the segments of all attempts, the worst is the slowest finished attempt.
        """)
  }

  @Test func `the last lap and show of a new personal best say by how much`() {
    for (milliseconds, gain) in [
      (20_000, nil), (25_000, nil), (15_050, "00:05.0"), (12_000, "00:03.0"),
    ] {
      shell("start --course 2k" + (milliseconds == 20_000 ? " --segments A,B" : ""))
      var last = ""
      for _ in 0..<2 {
        #expect(
          !shell(.pass(.milliseconds(milliseconds) / 2), "show").output.contains("personal best"))
        last = shell("lap").text
      }
      let best = gain.map { ", personal best by \($0)" } ?? ""
      #expect(last.hasSuffix("  B  (finished\(best))"), "\(last)")
      let line = shell("show").output.split(separator: "\n").first { $0.contains("personal best") }
      #expect(line.map(String.init) == gain.map { "new personal best by \($0)" })
    }
    #expect(shell("show 3 --against latest").output.contains("\nnew personal best by 00:05.0\n"))
    #expect(!shell("show 3 --as-of now").output.contains("personal best"))
    #expect(shell("show 3 --format csv").text.hasSuffix(",2,B"))
    #expect(shell("check").exit == 0)
  }

  @Test func `a replay compares no segment that the other attempt skipped`() {
    shell("start --course Park --segments 'a,b'", .seconds(10), "lap --segment b")
    shell("start --course Park")
    for _ in 0..<2 { shell(.seconds(6), "lap") }
    let lines = shell("replay 2 --speed max").output.split(separator: "\n")
    #expect(lines.dropFirst().first?.contains("to pb") == false, "\(lines)")
    #expect(lines.last?.hasSuffix("  +00:02.0 to pb") == true, "\(lines)")
    let json = shell("replay 2 --speed max --json").output
    #expect(json.contains(#""best_ns":null,"difference_ns":null}"#), "\(json)")
    #expect(json.contains(#""best_ns":null,"difference_ns":2000000000}"#), "\(json)")
  }
}
