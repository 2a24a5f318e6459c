import Glibc

/// The subject of this run, by the environment variable `SUBJECT`.
private let subject = subjects.first { $0.name == getenv("SUBJECT").map { String(cString: $0) } }

/// Called by libFuzzer once, before all else.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>?, _ arguments: UnsafeMutableRawPointer?
) -> Int32 {
  guard subject != nil else {
    print("Set SUBJECT to one of: \(subjects.map { $0.name }.joined(separator: " "))")
    exit(64)
  }
  return 0
}

/// Called by libFuzzer for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do {
    try subject?.take(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    // A trap is what libFuzzer takes for a crash; it keeps the input then.
    fatalError("\(error)")
  }
  return 0
}
