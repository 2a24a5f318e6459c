import Glibc
import ProcessTestSupport
import Testing

@testable import Web

/// `serve --listen unix:PATH`: the socket at a path, as a proxy on the same machine uses it.
struct UnixSocketTests {
  private let log: ServedLog
  private let path: String

  init() throws {
    log = try ServedLog()
    try log.startRace(bibs: 1...2)
    path = log.path("board.sock")
  }

  /// Starts a server at the path, and waits until it has said where it is.
  private func serve(_ words: String..., umask: String = "022") throws -> Child {
    let script = "umask \(umask) && exec laptimer serve --listen \"unix:$0\" \"$@\""
    let child = try Child(
      ["sh", "-c", script, path] + words, environment: log.environment, errors: .nothing)
    let transcript = Transcript(of: child)
    #expect(transcript.waitForLines(1))
    #expect(String(decoding: transcript.soFar, as: UTF8.self).hasPrefix("Serving at \(path)\n"))
    return child
  }

  /// Runs a server that is refused, and returns what it says.
  private func refusal(at path: String, code: Int32 = 1) throws -> String {
    let child = try Child(
      [Child.laptimer, "serve", "--listen", "unix:\(path)"], environment: log.environment)
    let text = String(decoding: child.outputToEnd(), as: UTF8.self)
    #expect(try child.end() == .exit(code), "\(text)")
    return text
  }

  /// Returns the status of a page for a name in `Host`.
  private func status(_ host: String, _ target: String = "/1") throws -> Int? {
    let client = try Client(to: "unix:\(path)")
    try client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
    return ServedSite.status(of: try client.readToEnd())
  }

  private func mode(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode : nil
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a socket that a killed server left is used again, and the end removes it`(
    number: Int32
  ) throws {
    let killed = try serve()
    #expect(try status("localhost") == 200)
    killed.send(SIGKILL)
    try killed.end()
    #expect(mode(of: path) != nil)
    let server = try serve()
    #expect(try status("localhost") == 200)
    server.send(number)
    try server.end()
    #expect(mode(of: path) == nil)
  }

  @Test func `Ctrl-C ends a server without an error, with code 130`() throws {
    let child = try Child(
      [Child.laptimer, "serve", "--listen", "unix:\(path)"], environment: log.environment)
    let transcript = Transcript(of: child)
    #expect(transcript.waitForLines(2))
    child.send(SIGINT)
    #expect(try child.end() == .exit(130))
    let text = String(decoding: transcript.soFar, as: UTF8.self)
    #expect(text == "Serving at \(path)\nOnly this machine reaches it. Ctrl-C ends it.\n")
  }

  @Test func `a browser that is missing is noted, and the server goes on`() throws {
    var environment = log.environment
    environment["PATH"] = "/nonexistent"
    let child = try Child(
      [Child.laptimer, "serve", "--open", "--listen", "unix:\(path)"], environment: environment)
    let transcript = Transcript(of: child)
    #expect(transcript.waitForLines(3))
    let text = String(decoding: transcript.soFar, as: UTF8.self)
    #expect(text.hasSuffix("Note: The browser was not opened: No such file or directory.\n"))
    #expect(try status("localhost") == 200)
  }

  @Test func `a second server at the path is refused, and the first goes on`() throws {
    let server = try serve()
    for _ in 0..<2 {
      #expect(try refusal(at: path).contains("Another program listens at \(path)"))
      #expect(try status("localhost") == 200)
    }
    withExtendedLifetime(server) {}
  }

  @Test func `a file, a folder or a link at the path stays as it is`() throws {
    let (file, folder) = (log.path("notes"), log.path("folder"))
    let (link, none) = (log.path("link"), log.path("none"))
    try writeFile("mine".utf8, to: file)
    mkdir(folder, 0o700)
    symlink(file, link)
    symlink(log.path("nothing"), none)
    for path in [file, folder, link, none] {
      #expect(try refusal(at: path).contains("The server cannot listen at \(path): File exists."))
    }
    #expect(contents(of: file) == Array("mine".utf8))
    #expect(mode(of: folder).map { $0 & S_IFMT } == S_IFDIR)
    #expect(mode(of: link).map { $0 & S_IFMT } == S_IFLNK)
  }

  @Test func `a path that no socket can have is refused`() throws {
    #expect(try refusal(at: log.path("missing/board.sock")).contains("No such file or directory"))
    let long = log.path(String(repeating: "a", count: 120))
    for path in [long, ""] {
      #expect(try refusal(at: path, code: 64).contains("is invalid for '--listen"))
    }
  }

  @Test(arguments: [("022", 0o755), ("007", 0o770), ("077", 0o700)])
  func `the socket has the mode that the umask leaves`(umask: String, mode: mode_t) throws {
    let server = try serve(umask: umask)
    #expect(self.mode(of: path).map { $0 & 0o777 } == mode)
    withExtendedLifetime(server) {}
  }

  @Test func `a server at a path answers to names of --host, and then nobody is on this machine`()
    throws
  {
    let server = try serve("--host", "results.example.org")
    #expect(try status("results.example.org") == 200)
    #expect(try status("localhost") == 200)
    #expect(try status("evil.test") == 421)
    #expect(try status("127.0.0.1") == 421)
    // A proxy may pass any name on.
    #expect(try status("localhost", "/api/sessions/1/events") == 403)
    #expect(try status("results.example.org", "/api/sessions/1/events") == 403)
    withExtendedLifetime(server) {}
  }
}
