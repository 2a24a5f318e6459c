import Signals
import Testing

struct ZipTests {
  private let marbles = MarbleTest()

  @Test func `a pair is sent when its second element arrives`() {
    marbles.expect(
      marbles.hot("a--b-----c--|").signal.zip(marbles.hot("--1---2------|").signal),
      gives: "--[a1]---[b2]------|")
  }

  @Test func `zip ends when no partner is possible, and releases both before the last pair`() {
    let (left, right) = (marbles.hot("ab|"), marbles.hot("---1--2--3"))
    let pairs = left.signal.zip(right.signal).map { pair in
      if pair.0 == "b" {
        left.expectSubscriptions("^-!")
        right.expectSubscriptions("^-----!")
      }
      return pair.0 + pair.1
    }
    marbles.expect(pairs, gives: "---[a1]--([b2]|)")
  }

  @Test func `zip ends with a signal without waiting elements`() {
    marbles.expect(
      marbles.hot("a--|").signal.zip(marbles.hot("1--------").signal), gives: "[a1]--|")
  }

  @Test func `zip ends with an empty signal`() {
    marbles.expect(
      marbles.cold("--|").signal.zip(marbles.cold("12-------").signal), gives: "--|")
  }

  @Test func `early elements wait in order`() {
    let (numbers, taps) = (Subject<Int>(), Subject<Int>())
    var pairs: [Int] = []
    let subscription = numbers.signal.zip(taps.signal).subscribe {
      #expect($0.0 == $0.1)
      pairs.append($0.0)
    }
    for number in 0..<500 { numbers.send(number) }
    for number in 0..<300 { taps.send(number) }
    for number in 500..<1000 { numbers.send(number) }
    for number in 300..<1000 { taps.send(number) }
    #expect(pairs == Array(0..<1000))
    subscription.cancel()
  }

  @Test func `zip does not retain sent elements`() {
    let (tokens, taps) = (Subject<Token>(), Subject<Int>())
    let subscription = tokens.signal.zip(taps.signal).subscribe { _ in }
    var token: Token? = Token()
    weak let gone = token
    token.map(tokens.send)
    tokens.send(Token())
    token = nil
    #expect(gone != nil)
    taps.send(1)
    #expect(gone == nil)
    subscription.cancel()
  }

  @Test func `zip works with three and four signals`() {
    let numbers = ["a-b-c|", "-1-2-3|", "--x-y|", "---p-q-r|"].map { marbles.hot($0).signal }
    let four = marbles.record(
      numbers[0].zip(numbers[1], numbers[2], numbers[3]).map { $0 + $1 + $2 + $3 })
    marbles.expect(numbers[0].zip(numbers[1], numbers[2]), gives: "--[a1x]-([b2y])|")
    four.expect("---[a1xp]-([b2yq]|)")
  }
}
