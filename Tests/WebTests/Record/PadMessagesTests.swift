import EventLog
import Logbook
import Testing
import Text
import Timing

@testable import Commands
@testable import Web

struct PadMessagesTests {
  private static let event = EventID(high: 0x0199, low: 2)

  @Test(arguments: [
    Refusal.notRunning(.ready), .notRunning(.stopped), .notRunningThen, .countingDown(.seconds(5)),
    .finished(by: Plan(laps: 3)), .discarded, .beforeStart(by: .seconds(5)),
    .beforeLastEvent(by: .seconds(5)), .inTheFuture(by: .seconds(5)), .noSuchEvent(.id(event)),
    .noSuchCrossing(.id(event), events: 9), .notRemovable(.id(event)), .needsLabel, .noRace,
    .noSuchEntry("170", nearest: ["17"]), .timesPoint(of: event),
  ])
  func `a pad gets neither commands nor ids`(refusal: Refusal) {
    let words = WebRefusal(toPad: Rejection.refused(refusal, session: 1)).words
    #expect(words.kind == refusal.kind)
    #expect(words.message != "The laptop did not accept the press.")
    #expect(!words.message.contains { "@'/0123456789".contains($0) }, "\(words.message)")
  }

  @Test func `a pad does not learn where the log is, and learns what is wrong with a bib`() {
    let moved = WebRefusal(toPad: LogError.moved(path: "/home/ada/log.db"))
    #expect(moved.words.kind == "log_moved" && !moved.words.message.contains("log.db"))
    #expect(moved.response.status == 503)
    let invalid = WebRefusal(toPad: Rejection.invalid("a bib has 16 bytes at most"))
    #expect(invalid.words.message == "The press is not valid: a bib has 16 bytes at most.")
  }
}
