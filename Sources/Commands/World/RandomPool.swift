import CLinux

/// The kernel's random numbers, fetched some at a time.
struct RandomPool: RandomNumberGenerator {
  private var numbers: [UInt64] = []

  mutating func next() -> UInt64 {
    if let number = numbers.popLast() { return number }
    // "requests of up to 256 bytes will always return as many bytes as requested" (getrandom(2)).
    numbers = [UInt64](unsafeUninitializedCapacity: 32) { buffer, count in
      count = max(0, getrandom(buffer.baseAddress, 256, 0)) / 8
    }
    if let number = numbers.popLast() { return number }
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}
