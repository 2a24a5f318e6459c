import Signals
import Testing

struct DebounceTests {
  private let marbles = MarbleTest()

  private func debounced(_ source: Probe) -> Signal<String> {
    source.signal.debounce(for: .frames(3), scheduler: marbles.scheduler)
  }

  @Test func `an element is sent when no other follows for a time`() {
    marbles.expect(debounced(marbles.hot("a-b-----c--d------")), gives: "-----b--------d---")
  }

  @Test func `an element at the exact due time restarts the wait`() {
    marbles.expect(debounced(marbles.hot("a--b------")), gives: "------b---")
  }

  @Test func `a waiting element is sent at the end, after upstream and alarm are released`() {
    let source = marbles.hot("a-b-----c-|")
    let last = debounced(source).map { element in
      if element == "c" {
        source.expectSubscriptions("^---------!")
        #expect(marbles.scheduler.next == nil)
      }
      return element
    }
    marbles.expect(last, gives: "-----b----(c|)")
    #expect(marbles.scheduler.next == nil)
  }

  @Test func `without a waiting element only the end is sent`() {
    marbles.expect(debounced(marbles.hot("a-----|")), gives: "---a--|")
  }

  @Test func `a signal without elements only ends`() {
    marbles.expect(debounced(marbles.cold("--|")), gives: "--|")
  }

  @Test func `a burst causes at most one wake-up for each span`() {
    let source = Subject<Int>()
    var received: [Int] = []
    let scheduler = VirtualScheduler()
    let subscription = source.signal.debounce(for: .seconds(1), scheduler: scheduler)
      .subscribe { received.append($0) }
    for number in 0..<1000 {
      scheduler.advance(by: .milliseconds(10))
      source.send(number)
    }
    #expect(received == [])
    #expect(scheduler.wakeUps <= 11)
    scheduler.advance(by: .seconds(1))
    #expect(received == [999])
    #expect(scheduler.next == nil)
    subscription.cancel()
  }

  @Test func `an element sent within a receive waits again`() {
    let source = Subject<Int>()
    let scheduler = marbles.scheduler
    var received: [Int] = []
    let subscription = source.signal.debounce(for: .frames(3), scheduler: scheduler)
      .subscribe { number in
        received.append(number)
        if number < 3 { source.send(number + 1) }
      }
    source.send(1)
    scheduler.advance(to: .frames(6))
    #expect(received == [1, 2])
    subscription.cancel()
    #expect(scheduler.next == nil)
  }
}
