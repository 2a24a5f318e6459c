import CPQ
import Glibc
import Host
import Text

/// The address of a hub, and the settings of libpq for it.
struct Address {
  /// The URL as given, without a password.
  let url: String
  /// Whether no network is between this device and the hub.
  let isLocal: Bool
  let parameters: [(String, String)]

  /// The file of the system's certificates; libpq 15 cannot find it by itself.
  private static let certificates = "/etc/ssl/certs/ca-certificates.crt"

  /// Reads a URL as libpq does, with its services and variables.
  ///
  /// A password in it is refused, since every process can read the arguments of others. So is a
  /// host that is not local without `sslmode=verify-full`: by default libpq verifies nothing. Host
  /// names are never local, since others may answer for them.
  init(_ url: String) throws {
    var message: UnsafeMutablePointer<CChar>?
    guard let given = PQconninfoParse(url, &message) else {
      // The message may quote a password.
      PQfreemem(message)
      throw Failure(
        "usage", "The address of the hub is not valid. Write it as postgresql://USER@HOST/DATABASE."
      )
    }
    var values = Self.values(given)
    if values["password"] != nil {
      throw Failure(
        "usage",
        """
        The address has a password, which every process of this machine can read. Leave it out: \
        'sync join' asks for it, and libpq reads ~/.pgpass.
        """)
    }
    if let service = values["service"] { setenv("PGSERVICE", service, 1) }
    if let defaults = PQconndefaults() {
      values.merge(Self.values(defaults)) { given, _ in given }
    }
    let (addresses, names) = (Self.list(values["hostaddr"]), Self.list(values["host"]))
    // 'sync join' keeps the password there.
    if let file = values["passfile"] { setenv("PGPASSFILE", file, 1) }
    // libpq connects to the name for which the list of addresses has none.
    isLocal = (addresses + (addresses.contains("") ? names : [])).allSatisfy(Self.isLocal)
    self.url = url
    var parameters = [
      ("dbname", url), ("connect_timeout", values["connect_timeout"] ?? "10"),
      ("application_name", "laptimer-sync"), ("client_encoding", "UTF8"),
      ("tcp_user_timeout", "30000"),
    ]
    if !isLocal {
      guard values["sslmode"] == "verify-full" else {
        throw Failure(
          "not_verified", exitCode: ExitCode.usage,
          """
          The hub is on another machine, and \(quoted: values["sslmode"] ?? "prefer") does not verify \
          it. Add '\(verbatim: url.contains("?") ? "&" : "?")sslmode=verify-full' to its address.
          """)
      }
      parameters += [("sslmode", "verify-full"), ("gssencmode", "disable")]
    }
    if values["sslmode"] == "verify-full", values["sslrootcert"] == nil {
      parameters.append(("sslrootcert", Self.certificates))
    }
    self.parameters = parameters
  }

  private static func list(_ value: String?) -> [Substring] {
    (value ?? "").split(separator: ",", omittingEmptySubsequences: false)
  }

  /// Whether a host is a socket or a literal loopback address.
  private static func isLocal(_ host: Substring) -> Bool {
    if host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "::1" { return true }
    var address = in_addr()
    return inet_pton(AF_INET, String(host), &address) == 1
      && UInt32(bigEndian: address.s_addr) >> 24 == 127
  }

  /// Returns the settings that have a value, and frees the list.
  private static func values(_ list: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
    defer { PQconninfoFree(list) }
    var values: [String: String] = [:]
    var next = list
    while let keyword = next.pointee.keyword {
      if let value = next.pointee.val, value.pointee != 0 {
        values[String(cString: keyword)] = String(cString: value)
      }
      next += 1
    }
    return values
  }
}
