/// Knuth's MMIX generator: the same numbers each time.
struct Random {
  private var state: UInt64 = 1

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
