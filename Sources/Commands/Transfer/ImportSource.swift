import Arguments
import Glibc

/// The bytes to be imported, from a file or from standard input.
///
/// What comes from a pipe is kept in a file until it is whole, since others wait for the log as
/// long as it is being read.
final class ImportSource {
  private let name: String
  private let descriptor: Int32
  private let isOpened: Bool
  private let interrupts: Interrupts?
  private var spool: Spool?

  /// Opens the file.
  ///
  /// - Throws: a `Failure` if it is not there or cannot be read, or the user interrupts.
  init(_ path: String, _ world: World, interrupts: Interrupts?) throws {
    self.interrupts = interrupts
    isOpened = path != "-"
    name = isOpened ? path.shown : "Standard input"
    descriptor = isOpened ? open(path, O_RDONLY | O_CLOEXEC) : world.input
    guard descriptor >= 0 else { throw failure(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    if status.st_mode & S_IFMT != S_IFREG { try gather(world.temporaryFolder) }
  }

  deinit { if isOpened, descriptor >= 0 { close(descriptor) } }

  /// The bytes that come next; nil after the last.
  func next() throws -> [UInt8]? {
    try read(spool?.descriptor ?? descriptor)
  }

  private func gather(_ folder: String) throws {
    do {
      let spool = try Spool(in: folder)
      var output = Output(descriptor: spool.descriptor)
      while let bytes = try read(descriptor) {
        output.bytes = bytes
        try output.flush()
      }
      lseek(spool.descriptor, 0, SEEK_SET)
      self.spool = consume spool
    } catch let error as OutputError {
      let reason =
        if case .failed(let number) = error { systemMessage(number) } else { "the disk is full" }
      throw Failure(
        exitCode: ExitCode.inputOutput, kind: Failure(error).kind,
        message: "\(name) could not be kept in \(folder.shown) until it is whole: \(reason).")
    }
  }

  private func read(_ descriptor: Int32) throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      var files = [pollfd(descriptor), pollfd(interrupts?.file)]
      if poll(&files, 2, -1) < 0, errno != EINTR { throw failure(errno) }
      if files[1].revents != 0 {
        throw Failure(
          exitCode: ExitCode.interrupted, kind: "interrupted",
          message: "Interrupted. Nothing was taken in.")
      }
      guard files[0].revents != 0 else { continue }
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count > 0 {
        bytes.removeLast(bytes.count - count)
        return bytes
      }
      if count == 0 { return nil }
      if errno != EINTR, errno != EAGAIN { throw failure(errno) }
    }
  }

  private func failure(_ number: Int32) -> Failure {
    switch number {
    case ENOENT, ENOTDIR:
      Failure(exitCode: ExitCode.noInput, kind: "no_file", message: "There is no file \(name).")
    case EACCES, EPERM:
      Failure(
        exitCode: ExitCode.noPermission, kind: "no_permission",
        message: "No permission for \(name).")
    case EISDIR:
      Failure(exitCode: ExitCode.data, kind: "not_a_file", message: "\(name) is a folder.")
    default:
      Failure(
        exitCode: ExitCode.inputOutput, kind: "input_output",
        message: "\(name) could not be read: \(systemMessage(number)).")
    }
  }
}
