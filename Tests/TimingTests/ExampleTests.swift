import Testing
import Timing
import Text

@Suite struct ExampleTests {
  @Test func `the example of the documentation gives its results`() throws {
    let begin = Moment(nanosecondsSince1970: 1_800_000_000_000_000_000)
    func reading(_ time: Duration) -> Reading {
      Reading(clock: ClockID(rawValue: 1), ticks: time, recordedAt: begin + time)
    }

    var session = Session()
    var random = SystemRandomNumberGenerator()
    func perform(_ command: Command, at time: Duration) throws(Refusal) {
      let time = EventTime.now(reading(time))
      let kind = try session.decide(command, time)
      session.apply(
        Event(
          id: EventID(at: time.at, using: &random), version: session.summary.version + 1,
          kind: kind, at: time.at, basis: time.basis, reading: time.reading))
    }

    try perform(.start(Event.Start(name: "Tempo run")), at: .zero)
    try perform(.lap(label: nil), at: .seconds(12.3))
    try perform(.lap(label: "bend"), at: .seconds(25))
    try perform(.undo, at: .seconds(26))

    #expect(session.laps.count == 1)
    #expect(session.summary.phase(at: reading(.seconds(30))) == .running)
    #expect(SplitList.header(count: session.summary.lapCount) == "1 lap")
  }
}
