import Glibc
import ProcessTestSupport

/// Runs `body` on a new thread as the user nobody, or as the current user if that is not root.
///
/// Linux has credentials for each thread. The C library's `setuid` changes those of all threads, so
/// this calls the system directly.
func asNobody<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
  guard geteuid() == 0 else { return try body() }
  return try onOwnThread {
    systemCall(116, 0, 0, 0)  // setgroups: none
    systemCall(119, nobody, nobody, nobody)  // setresgid
    systemCall(117, nobody, nobody, nobody)  // setresuid
    guard geteuid() == UInt32(nobody) else { throw ScratchFolder.Failure(errno: EPERM) }
    return try body()
  }
}

/// Makes the user of `asNobody` the owner of a path, if the current user is root.
func giveToNobody(_ path: String) {
  if geteuid() == 0 { chown(path, UInt32(nobody), UInt32(nobody)) }
}

/// Runs `body` on a thread with a private mount namespace; nil without permission for one.
func withOwnMounts<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) throws -> Value? {
  guard geteuid() == 0 else { return nil }
  return try onOwnThread {
    guard systemCall(272, 0x0002_0000, 0, 0) == 0,  // unshare: CLONE_NEWNS
      mount("none", "/", nil, 0x4000 | 0x4_0000, nil) == 0  // MS_REC | MS_PRIVATE
    else { return nil }
    return try body()
  }
}

/// Runs `body` on a thread with a private umask.
func withMask<Value>(_ mask: UInt32, _ body: @escaping () throws -> Value) throws -> Value {
  try onOwnThread {
    guard systemCall(272, 0x200, 0, 0) == 0 else {  // unshare: CLONE_FS
      throw ScratchFolder.Failure(errno: EPERM)
    }
    umask(mask)
    return try body()
  }
}

private let nobody = 65_534

private typealias SystemCall = @convention(c) (Int, Int, Int, Int) -> Int

// Swift cannot call the variadic `syscall`. On x86-64, variadic arguments are passed like others.
@discardableResult
private func systemCall(_ number: Int, _ first: Int, _ second: Int, _ third: Int) -> Int {
  unsafeBitCast(dlsym(nil, "syscall"), to: SystemCall.self)(number, first, second, third)
}

private final class Work {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}

private func onOwnThread<Value>(_ body: @escaping () throws -> Value) throws -> Value {
  var result: Result<Value, any Error> = .failure(ScratchFolder.Failure(errno: EAGAIN))
  withUnsafeMutablePointer(to: &result) { pointer in
    let work = Unmanaged.passRetained(Work { pointer.pointee = Result { try body() } })
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    pthread_join(thread, nil)
  }
  return try result.get()
}
