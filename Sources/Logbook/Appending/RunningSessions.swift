/// Some of the sessions that run or count down: the newest, and how many more there are.
public struct RunningSessions: Hashable, Sendable {
  /// How many are named at most.
  public static let mostNamed = 5

  /// The newest of them, in the order of their numbers.
  public var numbers: [Int]
  /// How many more there are; nil if there are more, and they were not counted.
  public var more: Int?

  /// Names the newest of some sessions.
  ///
  /// - Parameters:
  ///   - numbers: the sessions, in any order.
  ///   - count: how many there are in all; nil if they were not counted.
  public init(_ numbers: [Int], of count: Int? = nil) {
    self.numbers = Array(numbers.sorted().suffix(Self.mostNamed))
    more =
      numbers.count <= Self.mostNamed ? 0 : count.map { max(1, $0 - Self.mostNamed) }
  }

  /// These and one more, which is named in any case.
  public func adding(_ session: Int) -> RunningSessions {
    guard numbers.count >= Self.mostNamed else {
      return RunningSessions(numbers + [session])
    }
    var all = self
    all.numbers = (numbers.dropFirst() + [session]).sorted()
    all.more = more.map { $0 + 1 }
    return all
  }

  /// Whether there is none.
  public var isEmpty: Bool { numbers.isEmpty }
  /// Whether there is exactly one.
  public var isOne: Bool { numbers.count == 1 && more == 0 }
}
