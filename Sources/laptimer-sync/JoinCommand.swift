import Arguments
import Glibc
import Host
import Text

/// Joins a hub.
enum JoinCommand {
  private static let url = Parameter.argument(
    "url", .text("url"), help: "The address of the hub, with the user of this device.")

  static let declaration = Subcommand(
    "join", abstract: "Join a hub with this log.",
    discussion: """
      Reads the first password from standard input, replaces it by a new one, and keeps that in \
      ~/.pgpass. A hub on another machine needs '?sslmode=verify-full' in its address.
      """,
    examples: [
      Example(
        "Join",
        "laptimer sync join 'postgresql://laptimer_point_2@db.example.net/club?sslmode=verify-full'"
      )
    ], [url])

  static func run(_ context: SyncContext) throws {
    let address = try Address(context.values[url])
    let first = try Password.read(in: context.world)
    let invited = Result { try Server(address, password: first) }
    // An earlier attempt may have replaced the first password: then the new one is in ~/.pgpass.
    let server = try (try? invited.get()) ?? (try? Server(address)) ?? invited.get()
    let user = server.user
    guard user.hasPrefix("laptimer_") else {
      throw Failure(
        "not_invited",
        "\(quoted: user) is not the user of a device. \(command: "sync invite DEVICE") makes one.")
    }
    _ = try Hub(server: server).call("SELECT 1 FROM laptimer.list_devices()")
    // In this order: until the last step, the first password works for another try.
    try Membership.write(address.url, besideLog: context.path)
    if case .success = invited {
      let password = Password.random()
      let verifier = try server.encrypted(password, of: user)
      try Membership.store(password: password, of: user, at: server.endpoint, in: context.world)
      try server.query("ALTER ROLE CURRENT_USER PASSWORD '\(verifier)'")
    }
    try context.answer(
      "Joined the hub as \(quoted: user). \(command: "sync") exchanges events with it.",
      json: ["user": user])
  }
}

enum Password {
  /// Returns a password of 128 random bits.
  static func random() -> String {
    var bytes: [UInt8] = []
    for _ in 0..<16 { bytes.append(hexadecimal: UInt8.random(in: 0...255)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a line from standard input, on a terminal without showing it; nil for an empty one.
  static func read(in world: World) throws -> String? {
    var before = termios()
    let isTerminal = world.isTerminal(world.input) && tcgetattr(world.input, &before) == 0
    if isTerminal {
      var hidden = before
      hidden.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(world.input, TCSAFLUSH, &hidden)
      world.say("The first password, from 'laptimer sync invite':")
    }
    defer {
      if isTerminal {
        tcsetattr(world.input, TCSAFLUSH, &before)
        world.say("")
      }
    }
    // An interrupt must not leave the terminal without its echo.
    if isTerminal, let interrupts = try world.catchInterrupts() {
      var files = [pollfd(world.input), pollfd(interrupts.file)]
      poll(&files, 2, -1)
      if files[1].revents != 0 { throw Failure.interrupted }
    }
    return readLine().flatMap { $0.isEmpty ? nil : $0 }
  }
}
