import Signals
import Testing

struct HandleEventsTests {
  private func logged(_ source: Signal<Int>, _ log: @escaping (String) -> Void) -> Signal<Int> {
    source.handleEvents {
      log("subscribed")
    } receiveOutput: {
      log("output \($0)")
    } receiveCompletion: {
      log("completion")
    } receiveCancel: {
      log("cancel")
    }
  }

  @Test func `the closures run before the receiver`() {
    let source = Subject<Int>()
    var log: [String] = []
    let signal = logged(source.signal) { log.append($0) }
    #expect(log == [])
    let subscription = signal.subscribe {
      log.append("\($0)")
    } end: {
      log.append("end")
    }
    source.send(1)
    source.end()
    subscription.cancel()
    #expect(log == ["subscribed", "output 1", "1", "completion", "end"])
  }

  @Test func `the cancel closure runs once, when upstream is released`() {
    let source = Subject<Int>()
    var log: [String] = []
    let subscription = logged(source.signal) { event in
      log.append(event)
      if event == "cancel" { #expect(!source.isObserved) }
    }.subscribe { _ in }
    subscription.cancel()
    subscription.cancel()
    #expect(log == ["subscribed", "cancel"])
  }

  @Test func `an operator that ends early cancels`() {
    var log: [String] = []
    let subscription = logged(.of(1, 2)) { log.append($0) }.first().subscribe { _ in }
    #expect(log == ["subscribed", "output 1", "cancel"])
    subscription.cancel()
  }

  @Test func `after a cancel within a closure the receiver does not get the element`() {
    let source = Subject<Int>()
    var received: [Int] = []
    var mapped: [Int] = []
    var subscription: Subscription?
    subscription = source.signal
      .handleEvents(receiveOutput: { if $0 == 2 { subscription?.cancel() } })
      .map { number in
        mapped.append(number)
        return number
      }
      .subscribe { received.append($0) }
    source.send(1)
    source.send(2)
    #expect(received == [1] && mapped == [1])
  }
}
