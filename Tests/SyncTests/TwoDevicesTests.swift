import ProcessTestSupport
import Testing

/// Devices that exchange events through a real server, as separate processes.
@Suite(.enabled(if: HubServer.isInstalled))
struct TwoDevicesTests {
  private let server: HubServer
  private let owner: Device

  init() throws {
    server = try HubServer()
    owner = try Device()
    try owner.initialize(server)
  }

  /// Makes a device that has joined.
  private func device(_ name: String) throws -> Device {
    let device = try Device()
    try device.join(server, name, owner.invite(name))
    return device
  }

  private func standings(_ device: Device, _ race: String) throws -> String {
    let answer = try device("standings", race, "--json")
    try #require(answer.exit == 0, "\(answer.errors)")
    return answer.output.replacing(/"session":[0-9]+,/, with: "")
      .replacing(/"position":[0-9]+/, with: "")
  }

  private func sync(_ device: Device, _ words: String...) throws -> String {
    let child = try device.start(["sync"] + words)
    child.closeInput()
    let texts = child.textsToEnd()
    let exit = try child.end().code
    try #require(exit == 0, "\(texts.errors)")
    return texts.output
  }

  @Test func `two points of a race show the same standings on every device`() throws {
    let (finish, top) = (try device("finish"), try device("top"))
    try #require(try finish("start", "Crit", "--race", "2 laps").exit == 0)
    for bib in 1...3 { try finish("enter", "\(bib)", "Runner \(bib)") }
    #expect(try sync(finish) == "Sent 5 events, received 0.\n")
    #expect(try sync(top) == "Sent 0 events, received 5.\n")
    try #require(try top("start", "--join", "Crit", "--point", "top").exit == 0)
    for bib in ["2", "1", "3"] { try #require(try top("cross", bib).exit == 0) }
    for bib in ["1", "2", "3", "2"] { try #require(try finish("cross", bib).exit == 0) }
    // The running time is that of the last event, not of now.
    try #require(try finish("stop").exit == 0)
    _ = try sync(top)
    _ = try sync(finish)
    _ = try sync(top)
    #expect(try standings(finish, "Crit") == standings(top, "Crit"))
    #expect(try sync(top) == "Sent 0 events, received 0.\n")
    #expect(try finish("check").exit == 0)
    #expect(try top("check").exit == 0)
    let refused = try top("enter", "9")
    #expect(refused.exit == 1)
    #expect(refused.errors.contains("device"))
  }
}
