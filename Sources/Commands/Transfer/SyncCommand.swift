import Arguments
import Glibc
import Host
import Text

/// Runs `laptimer-sync`, a program of its own: it links libpq dynamically, so that the system's
/// security updates reach it.
enum SyncCommand: RunnableCommand {
  private static let words = Parameter.argument(
    repeating: "word", .text("word"),
    help: "init, invite, join, status, rescue, take or revoke, with its arguments and options.",
    defaultText: "exchange events")

  static let declaration = Subcommand(
    "sync", abstract: "Exchange events with other devices through a hub on PostgreSQL.",
    discussion: """
      Runs the program laptimer-sync, which is beside laptimer or on the search path. 'laptimer sync \
      --help' lists its subcommands and options, such as '--follow', which follow 'sync'.
      """,
    examples: [
      Example("Join a hub", "laptimer sync join 'postgresql://USER@HOST/club?sslmode=verify-full'"),
      Example("Send and receive events", "laptimer sync"),
      Example("Show where each device stands", "laptimer sync status"),
    ], [words])

  static func run(_ context: Context) throws {
    throw UsageError(.other("Write the options after 'sync'."), in: declaration)
  }

  /// Replaces this process by the program, with the words after `sync`.
  static func execute(_ words: ArraySlice<String>, in world: World) throws {
    if let path = try LogPath.find(option: nil, in: world) { setenv("LAPTIMER_DB", path, 1) }
    setenv(Release.variable, Release.version, 1)
    let name = "laptimer-sync"
    let arguments = ([name] + words).map { strdup($0) } + [nil]
    if let folder = ownFolder { execv(folder + name, arguments) }
    let reason = errno
    if reason == ENOENT { execvp(name, arguments) }
    throw Failure(
      "not_installed",
      """
      The program laptimer-sync is missing or cannot be run: \(verbatim: systemMessage(errno)). \
      Build it with 'swift build -c release --product laptimer-sync', which needs libpq-dev, and \
      copy it beside laptimer or to a folder of your PATH.
      """)
  }

  /// The folder of this program, with a slash; nil if it cannot be determined.
  private static var ownFolder: String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &bytes, bytes.count)
    guard count > 0, let slash = bytes[..<count].lastIndex(of: CChar(UInt8(ascii: "/"))) else {
      return nil
    }
    return String(decoding: bytes[...slash].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
