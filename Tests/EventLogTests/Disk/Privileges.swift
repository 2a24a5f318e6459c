import Glibc
import ProcessTestSupport

/// Runs `body` as a user without rights, on a thread of its own, whoever runs the tests.
///
/// Linux keeps credentials by thread; the C library's `setuid` sets them for all, so the system
/// call is made directly. For a tester without rights `body` just runs.
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

/// Gives a path to the user whom `asNobody` becomes.
func giveToNobody(_ path: String) {
  if geteuid() == 0 { chown(path, UInt32(nobody), UInt32(nobody)) }
}

/// Runs `body` on a thread that has mounts of its own, if the tester may have them.
///
/// - Returns: `nil` if not.
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

/// Runs `body` on a thread that has a umask of its own.
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

/// `syscall` takes a variable number of arguments, which Swift cannot call; on x86-64 they are
/// handed over like others.
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
