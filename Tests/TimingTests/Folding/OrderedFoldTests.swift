import Testing
import TimingTestSupport

@testable import Timing

struct OrderedFoldTests {
  /// A state that depends on every element since the last zero, and on their order.
  private static func apply(_ state: inout Int, _ element: Int) {
    state = element % 10 == 0 ? 0 : (state &* 31 &+ element) % 1_000_003
  }

  @Test(arguments: 0..<200)
  func `after insertions and removals the state equals a plain fold`(
    _ number: UInt64
  ) throws {
    var seed = Seed(number)
    let chunkSize = 1 + seed.below(6)
    var fold = OrderedFold<Int, Int>(from: 1, chunkSize: chunkSize)
    var elements: [Int] = []
    var initial = 1
    var state = 1
    for _ in 0..<300 {
      switch seed.below(10) {
      case 0..<3:
        let element = (elements.last ?? 0) + 1 + seed.below(3)
        if fold.isFolded {
          if fold.isAtBoundary { fold.beginChunk(after: state) }
          fold.append(element)
          Self.apply(&state, element)
        } else {
          fold.insert(element)
        }
        elements.append(element)
      case 3..<5:
        let element = seed.below(400)
        if !elements.contains(element) {
          fold.insert(element)
          elements = (elements + [element]).sorted()
        }
      case 5..<7:
        if let last = elements.popLast() { fold.remove(last) }
      case 7:
        fold.remove(-1)
        if let element = seed.pick(from: elements) {
          fold.remove(element)
          elements.removeAll { $0 == element }
        }
      case 8 where seed.chance(20):
        initial = seed.below(50)
        fold.begin(from: initial)
      default:
        let restart = fold.restart
        #expect((restart == nil) == fold.isFolded, "\(seed)")
        if restart != nil {
          let (reached, isAtEnd) = fold.refold(Self.apply)
          if isAtEnd { state = reached }
        }
        #expect(state == elements.reduce(into: initial, Self.apply), "\(seed)")
      }
      #expect(Array(fold.elements) == elements, "\(seed)")
      #expect(fold.last == elements.last, "\(seed)")
    }
  }

  @Test func `a change is folded only as far as it has an effect`() {
    var fold = OrderedFold<Int, Int>(from: 0, chunkSize: 4)
    var state = 0
    for element in 1...100 {
      if fold.isAtBoundary { fold.beginChunk(after: state) }
      fold.append(element)
      Self.apply(&state, element)
    }
    fold.remove(33)
    var count = 0
    let (_, isAtEnd) = fold.refold {
      Self.apply(&$0, $1)
      count += 1
    }
    #expect(!isAtEnd)
    #expect(count < 12)
    fold.remove(100)
    #expect(fold.refold { _, _ in count += 1 }.isAtEnd)
    #expect(count < 20)
  }

  @Test func `states that can be shifted are not folded again`() {
    // A sum: with another element before them, all later sums differ by it.
    var fold = OrderedFold<Int, Int>(from: 0, chunkSize: 4)
    var sum = 0
    for element in 1...100 {
      if fold.isAtBoundary { fold.beginChunk(after: sum) }
      fold.append(element)
      sum += element
    }
    fold.remove(33)
    var count = 0
    func refold() -> OrderedFold<Int, Int>.End {
      fold.refold { former, new in
        { $0 += new - former }
      } _: {
        $0 += $1
        count += 1
      }
    }
    let end = refold()
    #expect(!end.isAtEnd && count < 12)
    #expect(end.shifted.map { $0 - end.state } == 33)
    fold.remove(99)
    let last = refold()
    #expect(last.isAtEnd && last.state == sum - 33 - 99)
    #expect(count < 20)
  }

  @Test func `a touched element is folded again, and few others`() {
    var fold = OrderedFold<Int, Int>(from: 0, chunkSize: 4)
    var sum = 0
    for element in 1...100 {
      if fold.isAtBoundary { fold.beginChunk(after: sum) }
      fold.append(element)
      sum += element
    }
    var seen: [Int] = []
    fold.touch(50)
    #expect(!fold.isFolded)
    let (_, isAtEnd) = fold.refold {
      $0 += $1
      seen.append($1)
    }
    #expect(!isAtEnd && fold.isFolded)
    #expect(seen.contains(50) && seen.count == 4)
  }
}
