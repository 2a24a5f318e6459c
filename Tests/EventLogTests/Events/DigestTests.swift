import Testing

@testable import EventLog

/// The digests of all kinds are also in the fixtures of `KindFixtureTests`.
struct DigestTests {
  @Test func `a Python program can verify an export`() throws {
    let fixture = try LogFixture()
    let done = try fixture.appendRandomEvents(60, seed: 7)
    let python = try OtherProgram(
      "python3", "\(fixtures)/verify.py", input: fixture.open(.reading).exported())
    #expect(python.output == "\(done) events verified\n")
  }
}
