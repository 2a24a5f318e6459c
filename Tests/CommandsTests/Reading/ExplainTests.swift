import Testing
import TimingTestSupport

@Suite struct ExplainTests {
  let shell = Shell()

  @Test func `explain accepts a crossing with and without the number of its session`() {
    shell(
      "start Crit --race '3 laps'", "enter 17", .seconds(20), "cross 17 --ago 2.5",
      "start Other --also")
    let explanation = shell("explain @3 --session Crit").output
    #expect(
      explanation.hasPrefix(
        """
        Crossing @3 of session 1 "Crit": of 17, lap 1

        flags: stated
        split: 17.500000000 - 0.000000000 = 17.500000000 s, lap 17.500000000 s
        place and doubt of the runner: see 'laptimer explain --bib 17 --session 1'
        doubt of the running time: unknown
          a person stated or moved the time of @3

        Events

        """))
    #expect(shell("explain @1:3").output == explanation)
    #expect(shell("explain @9:1").exit == 66)
    #expect(
      shell("explain @1:2").message
        == "Error: Event @2 has no running time. 'laptimer events 1' lists the events.")
  }

  @Test func `a lap is explained by its events, their clocks and the sum`() {
    shell("start 'Tempo run'", .seconds(12.3), "lap")
    let text = shell(.pass(.nanoseconds(10_000_000_001)), "lap --ago 2", "explain 2").output
    #expect(
      text.hasPrefix(
        "Lap 2 of session 1 \"Tempo run\": lap time 8.000000001 s, split 20.300000001 s\n\nEvents\n"
      ))
    #expect(
      text.hasSuffix(
        """
        @3  0.000000000 + 27.300000001 - 5.000000000 = 22.300000001  ticks of clock 1
            22.300000001 - 2.000000000 = 20.300000001                before its reading

        Running time
        @1 to @3        20.300000001 - 0.000000000   20.300000001
        split           sum                          20.300000001
        split of lap 1  @2                           12.300000000
        lap time        20.300000001 - 12.300000000   8.000000001

        doubt: unknown
          a person stated or moved the time of @3

        """))
  }

  @Test func `a reboot, a pause, a limit and corrections are explained`() {
    shell(
      "start --min-lap 5 --limit 2m", .seconds(10), "stop", .seconds(30), "resume",
      "amend start --by -5s")
    shell.machine.reboot(lasting: .seconds(60))
    #expect(
      shell("lap", .seconds(1), "lap", .seconds(1), "lap", "undo", .seconds(100), "explain") == """
        Running time of session 1: 120.000000000 s

        Events
             kind     moment                         basis     clock          ticks          place
        @1   started  2027-01-15 09:00:00.000000000  measured      1    5.000000000   -5.000000000  amended
        @2   stopped  2027-01-15 09:00:10.000000000  measured      1   15.000000000   10.000000000
        @3   resumed  2027-01-15 09:00:40.000000000  measured      1   45.000000000   40.000000000
        @4   amended  2027-01-15 09:00:40.000000000  measured      1   45.000000000   40.000000000
        now           2027-01-15 09:03:22.000000000                2  103.000000000  202.000000000

        Clocks
        clock 1  first read at @1, ticks 5.000000000  place 0.000000000
        clock 2  first read at @5, ticks 1.000000000  place 40.000000000 + 60.000000000 = 100.000000000, by the wall clock since @4: bridged

        Places
        @1   0.000000000 + 5.000000000 - 5.000000000 = 0.000000000        ticks of clock 1
             0.000000000 - 5.000000000 = -5.000000000                     moved by @4
        @2   0.000000000 + 15.000000000 - 5.000000000 = 10.000000000      ticks of clock 1
        @3   0.000000000 + 45.000000000 - 5.000000000 = 40.000000000      ticks of clock 1
        @4   0.000000000 + 45.000000000 - 5.000000000 = 40.000000000      ticks of clock 1
        now  100.000000000 + 103.000000000 - 1.000000000 = 202.000000000  ticks of clock 2

        Running time
        @1 to @2      10.000000000 + 5.000000000     15.000000000
        @3 to limit   145.000000000 - 40.000000000  105.000000000
        running time  sum                           120.000000000

        rule: limit 120.000000000 s, set by @1
        rule: shortest lap 5.000000000 s, set by @1
        finish: the limit stopped the clock at 120.000000000 s
        left out: @7, taken back by @8
        doubt: unknown
          a person stated or moved the time of @1
          from @4 to @5 by the wall clock; the error is unknown
        """)
  }

  @Test func `a lap before a moved start is explained by the start and what moved it`() {
    let text = shell(
      "start", .seconds(10), "lap", .seconds(15), "amend start --by 20s", "explain @2"
    ).text
    for part in ["@1  started", "moved by @3", "not counted: lap @2 (not_running)"] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test func `the JSON has nanoseconds that add up`() {
    #expect(
      shell("start --limit 8", .seconds(3), "lap", .seconds(7), "explain --json") == """
        {"session":1,"uid":"01920000-0000-7000-8000-000000000001","what":"now",\
        "running_time_ns":8000000000,"terms":[{"from":"@1","from_place_ns":0,"to":"limit",\
        "to_place_ns":8000000000,"span_ns":8000000000}],"events":[{"event":1,\
        "kind":"started","at":"2027-01-15T08:00:00.000000000Z","basis":"measured",\
        "recorded_at":"2027-01-15T08:00:00.000000000Z","ticks_ns":5000000000,"clock":1,\
        "reading_place_ns":0,"steps":[],"place_ns":0,"quality":"exact","flags":[]},\
        {"event":null,"kind":null,"at":null,"basis":null,\
        "recorded_at":"2027-01-15T08:00:10.000000000Z","ticks_ns":15000000000,"clock":1,\
        "reading_place_ns":10000000000,"steps":[],"place_ns":10000000000,"quality":"exact",\
        "flags":[]}],"clocks":[{"clock":1,"event":1,"ticks_ns":5000000000,"place_ns":0,\
        "quality":"exact"}],"rules":[{"rule":"limit","limit_ns":8000000000,"event":1}],\
        "finish":{"rule":"limit","event":null,"running_time_ns":8000000000},"uncounted":[],\
        "left_out":[],"doubt":{"size_ns":0,"reasons":[]}}
        """)
    let lap = shell("explain 1 --json").text
    #expect(
      lap.hasPrefix(
        """
        {"session":1,"uid":"01920000-0000-7000-8000-000000000001","what":"lap","event":2,\
        "number":1,"split_ns":3000000000,"lap_ns":3000000000,"previous_event":null,\
        "previous_split_ns":0,"running_time_ns":3000000000,"terms":[{"from":"@1",\
        "from_place_ns":0,"to":"@2","to_place_ns":3000000000,"span_ns":3000000000}],
        """))
    #expect(
      lap.hasSuffix(#""doubt":{"size_ns":0,"reasons":[]},"lap_doubt":{"size_ns":0,"reasons":[]}}"#))
  }

  @Test func `numbers that do not exist are refused`() {
    #expect(
      shell("start", .seconds(3), "lap", "undo", "explain 1").error(1)
        == "Error: Session 1 has no lap 1: it has no laps. 'laptimer events 1' lists the events.")
    #expect(
      shell("explain @2").error(1) == """
        Error: Event @2 does not count: it was taken back by @3. 'laptimer events 1' lists the \
        events.
        """)
    #expect(shell("explain stop --json").errors.contains(#""kind":"no_such_event""#))
    #expect(shell("explain lap").exit == 64)
    #expect(shell("explain --session 9").exit == 66)
  }
}
