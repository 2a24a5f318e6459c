import Arguments
import EventLog
import Glibc
import Host
import Logbook
import Text
import Timing

/// The bytes to import, from a file or from standard input.
///
/// The bytes of a pipe are copied to a temporary file before the import, since the import locks the
/// log. The first line is checked before the copy begins.
final class ImportSource {
  private let name: String
  private let descriptor: Int32
  private let isOpened: Bool
  private let interrupts: Interrupts?
  private let progress: ProgressLine
  private var spool: Spool?
  /// The bytes of a pipe that ended within its first line.
  private var fragment: [UInt8]?
  /// The number of bytes, and the number of those already returned.
  private var size = 0
  private var done = 0

  /// Opens the file; reads a pipe, or standard input for `-`, to its end.
  ///
  /// Throws a `CommandError` if the file does not exist or cannot be read, if the pipe has more
  /// than `mostBytes` or cannot be copied, or if the user interrupts; an `ImportError` if the
  /// pipe's first line is wrong.
  init(
    _ path: String, _ world: World, mostBytes: Int, progress: ProgressLine,
    interrupts: Interrupts?
  ) throws {
    self.interrupts = interrupts
    self.progress = progress
    isOpened = path != "-"
    name = isOpened ? path.shown : "Standard input"
    descriptor = isOpened ? open(path, O_RDONLY | O_CLOEXEC) : world.input
    guard descriptor >= 0 else { throw error(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw error(errno) }
    if status.st_mode & S_IFMT == S_IFREG {
      size = Int(status.st_size)
    } else {
      try gather(try world.temporaryFolder, mostBytes)
    }
  }

  deinit { if isOpened, descriptor >= 0 { close(descriptor) } }

  /// Returns the next bytes; nil after the last.
  func next() throws -> [UInt8]? {
    if let bytes = fragment {
      fragment = []
      return bytes.isEmpty ? nil : bytes
    }
    progress.show("Importing: \(size > 0 ? min(done * 100 / size, 100) : 0)%")
    let bytes = try read(spool?.descriptor ?? descriptor)
    done += bytes?.count ?? 0
    return bytes
  }

  private func gather(_ folder: String, _ mostBytes: Int) throws {
    var beginning: [UInt8] = []
    while let bytes = try read(descriptor, telling: true) {
      size += bytes.count
      guard size <= mostBytes else {
        throw Failure(
          "too_large",
          """
          \(name) is longer than \(ByteCount.text(mostBytes)). Nothing was imported; \
          '\(ImportCommand.maxSize.definition.key)' allows more.
          """)
      }
      if spool != nil {
        try keep(bytes, folder)
        continue
      }
      let searched = beginning.count
      beginning += bytes
      let end = beginning[searched...].firstIndex(of: UInt8(ascii: "\n"))
      guard end != nil || beginning.count > Logbook.longestExportedLine else { continue }
      try Logbook.checkFirstLine(ofExport: Array(beginning[...(end ?? beginning.endIndex - 1)]))
      try keep(beginning, folder)
      beginning = []
    }
    if let spool = spool?.descriptor {
      lseek(spool, 0, SEEK_SET)
    } else {
      fragment = beginning
    }
  }

  private func keep(_ bytes: [UInt8], _ folder: String) throws {
    do throws(OutputError) {
      if spool == nil { spool = try Spool(in: folder) }
      guard let spool = spool?.descriptor else { return }
      var output = Output(descriptor: spool)
      output.bytes = bytes
      try output.flush()
    } catch {
      let advice =
        if case .noRoom = error { " Make room, or set TMPDIR to another folder." } else { "" }
      throw Failure(
        error.kind,
        """
        \(name) could not be copied to the temporary folder \(quoted: folder): \
        \(error.reason).\(advice)
        """)
    }
  }

  /// Reads the next bytes; nil at the end.
  private func read(_ descriptor: Int32, telling isTelling: Bool = false) throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      if isTelling {
        progress.show("Reading \(isOpened ? name : "standard input"): \(ByteCount.text(size))")
      }
      let wait = isTelling ? progress.timeLeft : nil
      var files = [pollfd(descriptor), pollfd(interrupts?.file)]
      // One millisecond more than is left, so that the next drawing is due after the wait.
      let milliseconds = wait.map { Int32(clamping: $0.nanoseconds / 1_000_000 + 1) } ?? -1
      if poll(&files, 2, milliseconds) < 0, errno != EINTR { throw error(errno) }
      if files[1].revents != 0 {
        throw Failure("interrupted", "Interrupted. Nothing was imported.")
      }
      guard files[0].revents != 0 else { continue }
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count > 0 {
        bytes.removeLast(bytes.count - count)
        return bytes
      }
      if count == 0 { return nil }
      if errno != EINTR, errno != EAGAIN { throw error(errno) }
    }
  }

  private func error(_ number: Int32) -> CommandError {
    .unreadable(name: name, errno: number)
  }
}
