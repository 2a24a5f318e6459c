import Glibc

/// A failed call of the operating system for a file or folder.
public struct SystemError: Error, Hashable, Sendable {
  /// The system call, such as `mkdir`.
  public let call: String

  /// The path of the file or folder.
  public let path: String

  /// The value of `errno`.
  public let number: Int32

  /// Creates an error from its parts.
  public init(call: String, path: String, number: Int32) {
    self.call = call
    self.path = path
    self.number = number
  }
}

extension SystemError {
  /// Whether the machine fails or lacks a resource, whatever the path.
  package var isOfMachine: Bool {
    [ENOSPC, EDQUOT, EFBIG, EMFILE, ENFILE, EIO, ENXIO, ENOMEM, ESTALE].contains(number)
  }
}

extension SystemError: CustomStringConvertible {
  /// The path, the system's message and the call.
  public var description: String {
    "\(path): \(String(cString: strerror(number))) (\(call))"
  }
}

/// Returns the result of a C library call; throws `errno` if it is negative.
@discardableResult
package func checked(
  _ call: String, _ path: String, _ answer: Int32
) throws(SystemError) -> Int32 {
  if answer < 0 { throw SystemError(call: call, path: path, number: errno) }
  return answer
}
