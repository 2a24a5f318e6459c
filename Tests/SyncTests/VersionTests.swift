import HubTestSupport
import Host
import ProcessTestSupport
import Testing

/// `laptimer` and `laptimer-sync` as two programs.
struct VersionTests {
  @Test func `programs of different versions do not work together`() throws {
    let device = try Device()
    func run(_ version: String?, _ words: String...) throws -> Device.Answer {
      var environment = device.environment
      environment[Release.variable] = version
      let child = try Child(
        [Child.buildFolder + "/laptimer-sync"] + words, environment: environment, errors: .pipe)
      let texts = child.textsToEnd()
      return Device.Answer(
        exit: try child.end().code, output: texts.output, errors: texts.errors)
    }
    for words in ["now", "status", "--version"] {
      let answer = try run("0.9.0", words)
      #expect(answer.exit == 70)
      #expect(answer.output == "")
      #expect(
        answer.errors.contains(
          "This is laptimer-sync \(Release.version), but laptimer is 0.9.0. Install both"))
    }
    #expect(try run(Release.version, "--version").output == Release.version + "\n")
    #expect(try run(nil, "--version").output == Release.version + "\n")
    #expect(try device("sync", "--version").output == Release.version + "\n")
  }
}
