import Glibc

/// What the operating system said when it refused to do something with a file or folder.
public struct SystemError: Error, Hashable, Sendable {
  /// The call, as in `mkdir`.
  public let call: String

  /// The file or folder that it was about.
  public let path: String

  /// The number that `errno` held.
  public let number: Int32

  /// Holds what the operating system said.
  public init(call: String, path: String, number: Int32) {
    self.call = call
    self.path = path
    self.number = number
  }
}

extension SystemError {
  /// Whether the machine is in trouble or short of something, whatever the path.
  package var isOfMachine: Bool {
    [ENOSPC, EDQUOT, EFBIG, EMFILE, ENFILE, EIO, ENXIO, ENOMEM, ESTALE].contains(number)
  }
}

extension SystemError: CustomStringConvertible {
  /// The system's words with the call and the path.
  public var description: String {
    "\(path): \(String(cString: strerror(number))) (\(call))"
  }
}

/// Throws `errno` unless a call of the C library answered zero or more.
@discardableResult
package func checked(
  _ call: String, _ path: String, _ answer: Int32
) throws(SystemError) -> Int32 {
  if answer < 0 { throw SystemError(call: call, path: path, number: errno) }
  return answer
}
