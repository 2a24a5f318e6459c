import Glibc

/// The fuzz target that the environment variable `TARGET` names.
private let target = targets.first { $0.name == getenv("TARGET").map { String(cString: $0) } }

/// libFuzzer calls this function once at the start.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>?, _ arguments: UnsafeMutableRawPointer?
) -> Int32 {
  guard target != nil else {
    print("Set TARGET to one of: \(targets.map { $0.name }.joined(separator: " "))")
    exit(64)
  }
  return 0
}

/// libFuzzer calls this function with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do {
    try target?.test(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    // libFuzzer keeps the inputs that end the process by a trap.
    fatalError("\(error)")
  }
  return 0
}
