import Foundation
import HubTestSupport
import ProcessTestSupport
import Testing

/// TLS to a hub that is known by a name.
@Suite(.enabled(if: HubServer.isInstalled && access("/usr/bin/openssl", X_OK) == 0))
struct EncryptionTests {
  @Test func `only a certificate for the name, by a known authority, is accepted`() throws {
    let server = try HubServer(encrypted: true)
    let owner = try Device()
    try owner.initialize(server)
    let password = try owner.invite("a")
    func join(_ name: String, _ options: String) throws -> Device.Answer {
      // The name is resolved by the address, so that the test needs no network.
      let url =
        "postgresql://laptimer_a@\(name):\(server.port)/hub?hostaddr=127.0.0.1"
        + "&sslmode=verify-full\(options)"
      return try Device()("sync", "join", url, input: password + "\n")
    }
    let unknown = try join("db.test", "")
    #expect(unknown.exit == 75)
    #expect(unknown.errors.contains("certificate verify failed"))
    let wrongName = try join("other.test", "&sslrootcert=\(server.certificate)")
    #expect(wrongName.exit == 75)
    #expect(wrongName.errors.contains("does not match host name"))
    #expect(try join("db.test", "&sslrootcert=\(server.certificate)").exit == 0)
  }
}
