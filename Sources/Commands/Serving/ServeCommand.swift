import Arguments
import CLinux
import EventLog
import Glibc
package import Host
import Live
import Logbook
import SQLite
import Signals
import SignalsEvent
import SignalsPoll
package import Text
import Timing
package import Web

enum ServeCommand: RunnableCommand {
  static let sessions = Parameter.argument(
    repeating: "session", .session, help: "The sessions to show: numbers, uids or names.",
    defaultText: "all; where others can see them, those that run or ended today")
  static let all = Parameter.flag("all", help: "Show all sessions that are not discarded.")
  static let listen = Parameter.option(
    "listen", .text("address:port|unix:path"), help: "Listen at this address, or path.",
    defaultText: "127.0.0.1:7077")
  static let lan = Parameter.flag(
    "lan", help: "Listen on all addresses of this machine, for everybody on its network.")
  static let hosts = Parameter.option(
    repeating: "host", .text("name"), help: "A name of this server, as of a proxy before it.")
  static let open = Parameter.flag("open", help: "Show the board in the browser of this machine.")
  static let qr = Parameter.flag("qr", help: "Print the address as a QR code.")
  static let events = Parameter.flag(
    "events", help: "Give the events of the sessions to other machines, too.")
  static let pads = Parameter.option(
    "pads", .path, help: "The file of the pads: phones that may record crossings.")
  static let newPad = Parameter.option(
    "new-pad", .text("name"),
    help: "Add a pad for <session> to the file of --pads, print its address, and end.")
  static let publish = Parameter.option(
    "publish", .path, help: "Keep the pages as files in this folder, for a plain web server.")

  static let declaration = Subcommand(
    "serve", abstract: "Show sessions and races in browsers.",
    discussion: """
      The pages follow the log as any other program does: timing never waits for them, and the \
      server can be ended and started at any time.

      Without --lan, another --listen or a --host, only programs on this machine reach it. With one \
      of them, anyone on the network can see the sessions that are shown: those named, else those that \
      run or ended today.

      Nobody can record there but pads. The address of a pad ends with its token: give it to one \
      person only. The token signs what the pad sends, and is never sent itself.
      """,
    examples: [
      Example("Show everything on this machine", "laptimer serve --open"),
      Example("Show a race to the phones at the track", "laptimer serve Crit --lan --qr"),
      Example(
        "Let a phone record crossings",
        "laptimer serve Crit --lan --pads pads --new-pad finish\n"
          + "laptimer serve Crit --lan --pads pads"),
    ],
    [
      sessions, all, Exclusive(listen, lan), hosts, open, qr, events, pads, newPad,
      publish, Options.precision,
    ])

  static var isStreamed: Bool { true }

  static func run(_ context: Context) throws {
    let values = context.values
    let log = try context.openLog(for: .reading)
    let numbers = try values[sessions].map { try log.sessionNumber(named: $0) }
    if let name = values[newPad] { return try addPad(name, numbers, log, context) }
    guard let loop = EventScheduler() else { throw Failure.cannotWait(errno: errno) }
    // A write to a closed connection would end the process.
    signal(SIGPIPE, SIG_IGN)
    let interrupts = try context.world.catchInterrupts()
    let feed = try LogFeed(log, now: context.world.instant)
    let site = BoardSite(try settings(context, Set(numbers), feed), of: feed, on: loop)
    let server = try server(context, serving: site, on: loop)
    let reader = FeedReader(feed, on: loop, rings: loop.readability) { loop.stop() }
    let interrupted = interrupts.map { interrupts in
      loop.whenReadable(interrupts.file) { loop.stop() }
    }
    let publisher = try values[publish].map { path in
      try Publisher(
        site.publishedFiles, to: PublishedFolder(path), on: loop, report: site.settings.report)
    }
    try announce(server, context)
    guard loop.run() else { throw Failure.cannotWait(errno: errno) }
    withExtendedLifetime((server, publisher, interrupted)) {}
    if let failure = reader.failure { throw failure }
    if interrupts?.hasOccurred ?? false { throw Failure.ended }
  }

  private static func settings(
    _ context: Context, _ named: Set<Int>, _ feed: LogFeed
  ) throws -> SiteSettings {
    let values = context.values
    var times = context.times
    times.isShort = true
    let showsAll = try values[all] || !(isOpen(context) || values.contains(publish))
    let clock = context.world.localClock
    let file = try context.logFile()
    let today = SessionsOfToday(of: feed, localClock: clock)
    var reported: Set<String> = []
    var settings = SiteSettings { words, instant in
      context.world.run(words + ["--db", file.path], at: instant)
    }
    settings.times = times
    settings.localClock = clock
    settings.isServed = { entry, now in
      if !named.isEmpty { return named.contains(entry.number) }
      if entry.summary.profile.isDiscarded { return false }
      return try showsAll || today.contains(entry, at: now)
    }
    settings.findCourse = { try context.course(of: $0, $1, in: $2) }
    settings.report = { error in
      let message = Failure(error).message
      if reported.insert(message.text(adding: nil)).inserted { context.note(message) }
    }
    settings.givesEvents = values[events]
    settings.recorder = try recorder(context, report: settings.report)
    return settings
  }

  /// The handler of pads; nil without their file.
  private static func recorder(
    _ context: Context, report: @escaping (any Error) -> Void
  ) throws -> RecordHandler? {
    guard let path = context.values[pads] else { return nil }
    let file = PadsFile(path)
    _ = try file.pads()
    // A pad keeps what the log could not take; meanwhile the other pages must not wait.
    let log = try context.openLog(for: .appending, waiting: .milliseconds(250))
    return RecordHandler(log: log, pads: file, world: context.world) { error in
      if !(error is Rejection) { report(error) }
      return WebRefusal(toPad: error)
    }
  }

  /// Adds a pad, and prints its address.
  private static func addPad(
    _ name: String, _ numbers: [Int], _ log: Logbook, _ context: Context
  ) throws {
    guard let path = context.values[pads] else {
      throw UsageError(.other("'--new-pad' needs '--pads FILE'."), in: declaration)
    }
    guard numbers.count == 1 else {
      throw UsageError(.other("'--new-pad' needs one session."), in: declaration)
    }
    let servers = try addresses(context)
    if servers.isEmpty {
      throw UsageError(
        .other("A phone does not reach a Unix socket: '--host NAME' names the proxy before it."),
        in: declaration)
    }
    let uid = try log.uid(of: numbers[0])
    let pad = try PadsFile(path).add(name, session: uid)
    // Browsers do not send what follows the number sign.
    let addresses = servers.map { "\($0)\(pad.session)?view=pad#\(pad.name):\(pad.token)" }
    if context.isJSON {
      return context.print { json in json.object { $0.field("addresses", addresses) } }
    }
    for address in addresses { context.print(address) }
    if let address = addresses.first, let code = QRCode(address) {
      context.print(code.terminalText)
    }
  }

  /// The addresses for others: those of the names of --host, else those of this machine, of which the
  /// first is the one that phones reach; none of a Unix socket.
  private static func addresses(_ context: Context, of server: WebServer? = nil) throws -> [String]
  {
    let address = try address(context)
    let names = context.values[hosts]
    guard let port = address.port, !address.isLocal || names.isEmpty else {
      return names.map { "https://\($0)/" }
    }
    let own = server?.address.pages ?? address.pages
    return names.map { "http://\($0):\(port)/" }
      + own.filter { !$0.contains("127.0.0.1") } + own.filter { $0.contains("127.0.0.1") }
  }

  private static func address(_ context: Context) throws -> SocketAddress {
    let values = context.values
    let text = values[listen] ?? (values[lan] ? "[::]:7077" : "127.0.0.1:7077")
    guard let address = SocketAddress(text) else {
      throw UsageError(
        text, of: listen.definition,
        "a literal address with a port, such as 127.0.0.1:7077, or unix:PATH of up to 107 bytes",
        in: declaration)
    }
    return address
  }

  /// Whether others than this machine reach it: at another address, or by the name of a proxy.
  private static func isOpen(_ context: Context) throws -> Bool {
    try !context.values[hosts].isEmpty || !address(context).isLocal
  }

  private static func server(
    _ context: Context, serving site: BoardSite, on loop: EventScheduler
  ) throws -> WebServer {
    let address = try address(context)
    var settings = ServerSettings(address)
    settings.hosts = Set(context.values[hosts].map { $0.lowercased() })
    // All connections of a proxy on this machine come from one address.
    if !address.isLocal { settings.maxPerAddress = 64 }
    do throws(SystemError) {
      return try WebServer(settings, serving: site, on: loop)
    } catch {
      let place = Harmless.text(address.text)
      guard error.number == EADDRINUSE else {
        let reason = "The server cannot listen at \(place): \(systemMessage(error.number))."
        throw Failure("cannot_listen", "\(verbatim: reason)")
      }
      throw Failure(
        "cannot_listen",
        """
        Another program listens at \(verbatim: place): \
        \(command: "serve --listen 127.0.0.1:0") takes a free port.
        """)
    }
  }

  /// Prints where the server is, and who can see what.
  private static func announce(_ server: WebServer, _ context: Context) throws {
    let addresses = server.address.pages
    if context.isJSON {
      context.print { json in
        json.object { $0.field("addresses", addresses) }
      }
    } else {
      for address in addresses { context.print("Serving at \(address)") }
      if try !address(context).isLocal {
        context.print("Anyone on this network can see what is shown there. Ctrl-C ends it.")
      } else if try isOpen(context) {
        context.print("Anyone whom the proxy lets in can see what is shown there. Ctrl-C ends it.")
      } else {
        context.print("Only this machine reaches it. Ctrl-C ends it.")
      }
      if context.values[qr], let address = try self.addresses(context, of: server).first,
        let code = QRCode(address)
      {
        context.print(code.terminalText)
      }
    }
    try context.output.flush()
    if context.values[open], let address = addresses.first { openBrowser(at: address, context) }
  }

  /// Opens a page in the browser of the desktop.
  private static func openBrowser(at address: String, _ context: Context) {
    var process: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(address), nil]
    let status = posix_spawnp(&process, "xdg-open", nil, nil, &words, environ)
    for word in words { free(word) }
    // The system removes the process when it ends; the process itself must not inherit this.
    signal(SIGCHLD, SIG_IGN)
    if status != 0 { context.note("The browser was not opened: \(systemMessage(status)).") }
  }
}

extension Failure {
  /// Creates the failure if a folder cannot be published to.
  init(publishing error: SystemError) {
    switch error.number {
    case EWOULDBLOCK where error.call == "flock":
      self.init("in_use", "Another 'laptimer serve' publishes to \(quoted: error.path).")
    default:
      self.init(
        OutputError(errno: error.number).kind,
        "\(quoted: error.path) could not be written: \(systemMessage(error.number)).")
    }
  }
}

extension World {
  /// Runs a command line as of an instant, and returns its exit code with what it wrote.
  package func run(_ words: [String], at instant: Instant?) -> SiteSettings.CommandResult {
    let (output, errors) = (clinux_memory_file(), clinux_memory_file())
    defer {
      close(output)
      close(errors)
    }
    guard output >= 0, errors >= 0 else { return (ExitCode.temporary, [], []) }
    var world = self
    (world.output, world.errors) = (output, errors)
    if let instant { world.instant = { instant } }
    let code = Commands.run(words.map { Array($0.utf8) }, in: world)
    return (code, Self.bytes(of: output), Self.bytes(of: errors))
  }

  private static func bytes(of file: Int32) -> [UInt8] {
    let size = Int(max(0, lseek(file, 0, SEEK_END)))
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, pread(file, buffer.baseAddress, size, 0))
    }
  }
}
