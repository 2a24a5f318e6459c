import Testing
import TimingTestSupport

@testable import Timing

struct ExplanationTests {
  private var track = Track()

  init() throws { try track.perform(.start(.init())) }

  private func explain(_ reference: EventReference? = nil) throws -> Explanation {
    try track.session.explanation(of: reference, at: track.machine.reading)
  }

  @Test mutating func `a pause between laps separates two terms`() throws {
    try track.perform((10, .lap(label: nil)), (5, .stop), (60, .resume), (7, .lap(label: nil)))
    let explanation = try explain(.number(2))
    #expect(explanation.terms.map(\.pair) == ["@1-@3", "@4-@5"])
    #expect(explanation.terms.map(\.span) == [.seconds(15), .seconds(7)])
    #expect(explanation.runningTime == .seconds(22))
    let stop = try explain(.stop)
    #expect(stop.subject == .event(3))
    #expect(stop.runningTime == .seconds(15))
    #expect(try explain(.start).runningTime == .zero)
    #expect(try explain(.event(4)).runningTime == .seconds(15))
    #expect(try explain().terms.map(\.pair) == ["@1-@3", "@4-now"])
  }

  @Test mutating func `a limit ends the last term, and finishes`() throws {
    try track.perform(.plan(PlanChange(limit: .set(.seconds(8)))))
    try track.perform(.stop, after: .seconds(10))
    for reference in [nil, EventReference.stop] {
      let explanation = try explain(reference)
      #expect(explanation.terms.map(\.pair) == ["@1-limit"])
      #expect(explanation.runningTime == .seconds(8))
      #expect(explanation.finish == .init(lap: nil, runningTime: .seconds(8)))
      #expect(explanation.rules == [.init(value: .limit(.seconds(8)), event: 2)])
    }
  }

  @Test func `a countdown is a negative term up to the start`() throws {
    var track = try Track.started { .after(.seconds(10), $0) }
    track.pass(.seconds(4))
    let explanation = try track.session.explanation(at: track.machine.reading)
    #expect(explanation.terms.map(\.pair) == ["@1-now"])
    #expect(explanation.runningTime == .seconds(-6))
    #expect(explanation.sources[0].readingPlace == .seconds(-10))
    #expect(explanation.sources[0].steps == [.init(reason: .offset, span: .seconds(10))])
  }

  @Test mutating func `a bridged reboot leaves an unknown doubt, but none in a later lap`() throws {
    try track.perform(.lap(label: nil), after: .seconds(10))
    track.machine.reboot(lasting: .seconds(60))
    try track.perform((0, .lap(label: nil)), (5, .lap(label: nil)))
    let second = try explain(.number(2))
    #expect(
      second.clocks.map(\.origin)
        == [.first, .wallClock(event: 2, place: .seconds(10), difference: .seconds(60))])
    #expect(second.lapDoubt?.reasons == [.bridged(from: 2, to: 3)])
    #expect(second.lapDoubt?.size == nil)
    let third = try explain(.number(3))
    #expect(third.doubt?.reasons == [.bridged(from: 2, to: 3)])
    #expect(third.lapDoubt?.reasons == [])
    #expect(try explain(.number(1)).doubt?.reasons == [])
  }

  @Test mutating func `a lap after two reboots has the doubt of the last one alone`() throws {
    for _ in 1...2 {
      track.machine.reboot(lasting: .seconds(60))
      try track.perform(.lap(label: nil))
    }
    let second = try explain(.number(2))
    #expect(second.lapDoubt?.reasons == [.bridged(from: 2, to: 3)])
    #expect(second.doubt?.reasons == [.bridged(from: 2, to: 3), .bridged(from: 1, to: 2)])
  }

  @Test mutating func `a lap at the very moment of a stop ends its own term`() throws {
    try track.perform((10, .stop), (0, .lap(label: nil)))
    #expect(try explain(.number(1)).terms.map(\.pair) == ["@1-@3"])
    track.pass(.seconds(5))
    #expect(try explain().terms.map(\.pair) == ["@1-@2"])
  }

  @Test mutating func `laps that do not count, and events taken back, are named`() throws {
    try track.perform(
      (0, .plan(PlanChange(laps: .set(2), minimumLap: .set(.seconds(5))))), (10, .lap(label: nil)),
      (1, .lap(label: nil)), (1, .lap(label: nil)), (0, .undo), (10, .lap(label: nil)))
    let explanation = try explain(.number(2))
    #expect(explanation.uncounted.map(\.event) == [4])
    #expect(explanation.omitted == [.init(event: 5, by: 6, isRemoved: false)])
    #expect(explanation.finish == .init(lap: 7, runningTime: .seconds(22)))
    #expect(
      explanation.rules
        == [.init(value: .laps(2), event: 2), .init(value: .minimumLap(.seconds(5)), event: 2)])
  }

  @Test mutating func `numbers that do not exist are named`() throws {
    try track.perform(
      (10, .lap(label: nil)), (0, .remove(.number(1))), (0, .name("x")), (0, .mark(label: "pit")),
      (0, .undo))
    let failures: [(EventReference, Explanation.Failure)] = [
      (.number(1), .noSuchLap(1, count: 0)), (.stop, .noSuchEvent(.stop)),
      (.event(9), .noSuchEvent(.event(9))), (.event(4), .noRunningTime(event: 4)),
      (.event(2), .omitted(.init(event: 2, by: 3, isRemoved: true))),
      (.event(5), .omitted(.init(event: 5, by: 6, isRemoved: false))),
    ]
    for (reference, failure) in failures { #expect(throws: failure) { try explain(reference) } }
  }

  @Test func `a session without a start has no running time`() throws {
    var track = try Track.started()
    try track.perform(.undo)
    let explanation = try track.session.explanation(at: track.machine.reading)
    #expect(explanation.runningTime == nil)
    #expect(explanation.terms.isEmpty)
    #expect(explanation.omitted == [.init(event: 1, by: 2, isRemoved: false)])
  }
}

extension Explanation.Term {
  fileprivate var pair: String { "\(from.name)-\(to.name)" }
}

extension Explanation.Point {
  fileprivate var name: String {
    switch origin {
    case .event(let version): "@\(version)"
    case .limit: "limit"
    case .now: "now"
    }
  }
}
