import Signals
import TimingTestSupport

/// Random timed elements, as a list and as a signal.
struct TimedEvents {
  struct Entry: Equatable {
    var moment: Int
    var value: Int
  }

  var entries: [Entry] = []
  /// The moment of the end, not before the last element.
  var end: Int

  init(_ entries: [Entry], end: Int) {
    self.entries = entries
    self.end = end
  }

  /// Creates up to 30 elements within 40 moments, many of them at the same moment.
  init(using seed: inout Seed) {
    let moments = (0..<Int.random(in: 0...30, using: &seed))
      .map { _ in Int.random(in: 1...40, using: &seed) }.sorted()
    entries = moments.map { Entry(moment: $0, value: Int.random(in: -9...9, using: &seed)) }
    end = Int.random(in: (moments.last ?? 1)...45, using: &seed)
  }

  /// Sets the alarms of the signal; at the same moment, the signal created first sends first.
  func signal(on scheduler: VirtualScheduler) -> Signal<Int> {
    let subject = Subject<Int>()
    var alarms = entries.map { entry in
      scheduler.schedule(at: .seconds(entry.moment)) { subject.send(entry.value) }
    }
    alarms.append(scheduler.schedule(at: .seconds(end)) { subject.end() })
    return Signal { [alarms] observer, lifetime in
      lifetime.onEnd { withExtendedLifetime(alarms) {} }
      subject.signal.observe(observer, during: lifetime)
    }
  }

  /// The merged lists by moment, the left one first.
  static func inOrder(_ left: TimedEvents, _ right: TimedEvents) -> [(isLeft: Bool, entry: Entry)] {
    let all = left.entries.map { (true, $0) } + right.entries.map { (false, $0) }
    return all.enumerated()
      .sorted { ($0.element.1.moment, $0.offset) < ($1.element.1.moment, $1.offset) }
      .map { (isLeft: $0.element.0, entry: $0.element.1) }
  }
}
