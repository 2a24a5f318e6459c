import Arguments
import Host
import Text

private let url = Parameter.argument(
  "url", .text("url"), help: "The address of the hub: postgresql://USER@HOST/DATABASE.")
private let device = Parameter.argument(
  "device", .text("device"), help: "The name of the device: a to z, digits and underscores.")

/// Makes a database a hub.
enum InitCommand {
  static let declaration = Subcommand(
    "init", abstract: "Make a database a hub, or manage an existing one, as its owner.",
    discussion: "The owner needs the rights to make roles, and to make a schema in the database.",
    examples: [
      Example("On a server of your own", "laptimer sync init postgresql:///club"),
      Example(
        "On a managed server",
        "laptimer sync init 'postgresql://me@db.example.net/club?sslmode=verify-full'"),
    ], [url])

  static func run(_ context: SyncContext) throws {
    let address = try Address(context.values[url])
    let server = try Server(address)
    let owned = try server.query(
      "SELECT pg_has_role(nspowner, 'MEMBER') FROM pg_namespace WHERE nspname = 'laptimer'")
    if owned.first?[0] == "f" { throw Failure("exists", "The database is a hub of another owner.") }
    if owned.isEmpty {
      let made = try Membership(besideLog: context.path + ".owner")?.url
      if let made, made != address.url {
        throw Failure("exists", "This log manages the hub \(quoted: made): use another --db.")
      }
      let version = try server.query("SELECT current_setting('server_version_num')").only
      guard try version.value(0, { Int($0) }) >= 150_000 else {
        throw Failure("old_server", "The hub needs PostgreSQL 15 or later.")
      }
      try server.execute(
        script: "BEGIN;\n" + String(decoding: PackageResources._001_hub_sql, as: UTF8.self))
    }
    // A hub whose owner's file is missing could not be used.
    try Membership.write(address.url, besideLog: context.path + ".owner")
    if owned.isEmpty { try server.query("COMMIT") }
    try context.answer(
      """
      \(owned.isEmpty ? "Made the hub" : "The database is already a hub. This log manages it now"). \
      \(command: "sync invite DEVICE") lets a device join.
      """, json: ["hub": owned.isEmpty ? "made" : "found"])
  }
}

/// Lets a device join.
enum InviteCommand {
  static let declaration = Subcommand(
    "invite", abstract: "Let a device join the hub, as the owner of the hub.",
    discussion: """
      Prints the first password of the device. 'laptimer sync join' on the device replaces it at once \
      by one that nobody sees.
      """,
    examples: [Example("For the second timing point", "laptimer sync invite point_2")], [device])

  static func run(_ context: SyncContext) throws {
    let hub = try context.openHub(asOwner: true)
    let name = context.values[device]
    let password = Password.random()
    let verifier = try hub.server.encrypted(password, of: "laptimer_" + name)
    do {
      _ = try hub.call("SELECT laptimer.invite($1, $2)", [.text(name), .text(verifier)])
    } catch let error as Server.StatementError where error.state == "42710" {
      throw Failure(
        "exists", exitCode: ExitCode.refused,
        "The device \(quoted: name) was invited before, to this hub or another one of the server.")
    } catch let error as Server.StatementError where error.state == "22023" {
      throw Failure(
        "usage", "A name has 1 to 40 of a to z, 0 to 9 and _; 'owner' and 'device' are reserved.")
    }
    try context.answer(
      """
      Invited \(quoted: name). On the device: \
      \(command: "sync join postgresql://laptimer_\(name)@HOST/DATABASE"), with the first password \
      \(verbatim: password)
      """,
      json: ["device": name, "user": "laptimer_\(name)", "password": password])
  }
}

/// Ends a device's access.
enum RevokeCommand {
  static let declaration = Subcommand(
    "revoke", abstract: "End a device's access to the hub, as the owner of the hub.",
    discussion: """
      Its connections end. What it sent stays, and what it sends later is refused. 'laptimer sync \
      take' moves its sessions to another device.
      """,
    examples: [Example("A lost phone", "laptimer sync revoke point_2")], [device])

  static func run(_ context: SyncContext) throws {
    let hub = try context.openHub(asOwner: true)
    let name = context.values[device]
    let count: Int
    do {
      _ = try hub.call("SELECT laptimer.revoke($1)", [.text(name)])
      let ended = try hub.call("SELECT laptimer.end_connections($1)", [.text(name)]).only
      count = try ended.value(0) { Int($0) }
    } catch let error as Server.StatementError where error.state == "P0002" {
      throw Failure(
        "no_device", exitCode: ExitCode.noInput, "The hub has no device \(quoted: name).")
    }
    try context.answer(
      "Revoked \(quoted: name), and ended \(count, "connection").",
      json: ["device": name, "connections": count])
  }
}
