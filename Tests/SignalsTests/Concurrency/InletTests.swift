import Dispatch
import Signals
import SignalsDispatch
import Testing

struct InletTests {
  private let queue = DispatchQueue(label: "domain")

  @Test func `elements and the end arrive in order, after the send returns`() {
    let subject = Subject<Int>()
    var log: [String] = []
    let subscription = subject.signal.subscribe {
      log.append("\($0)")
    } end: {
      log.append("end")
    }
    let inlet = Inlet(to: subject, on: queue)
    queue.sync {
      inlet.send(1)
      #expect(log.isEmpty)
    }
    inlet.send(2)
    inlet.send(3)
    inlet.end()
    inlet.send(4)
    queue.sync {}
    #expect(log == ["1", "2", "3", "end"])
    #expect(!subscription.isActive)
  }

  @Test func `an inlet does not retain its subject, and drops later elements`() {
    var subject: Subject<Int>? = Subject()
    weak let gone = subject
    var received: [Int] = []
    let inlet = subject.map { Inlet(to: $0, on: queue) }
    let subscription = subject?.signal.subscribe { received.append($0) }
    inlet?.send(1)
    queue.sync {}
    subscription?.cancel()
    subject = nil
    #expect(gone == nil)
    inlet?.send(2)
    inlet?.end()
    queue.sync {}
    #expect(received == [1])
  }
}
