import Signals
import TimingTestSupport

/// Random elements in time, as a list to reason about and as a signal.
struct TimedEvents {
  struct Entry: Equatable {
    var moment: Int
    var value: Int
  }

  var entries: [Entry] = []
  /// When it ends, not before its last element.
  var end: Int

  init(_ entries: [Entry], end: Int) {
    self.entries = entries
    self.end = end
  }

  /// Up to 30 elements within 40 moments, so that many share one.
  init(using seed: inout Seed) {
    let moments = (0..<Int.random(in: 0...30, using: &seed))
      .map { _ in Int.random(in: 1...40, using: &seed) }.sorted()
    entries = moments.map { Entry(moment: $0, value: Int.random(in: -9...9, using: &seed)) }
    end = Int.random(in: (moments.last ?? 1)...45, using: &seed)
  }

  /// The signal, its alarms set now: of two, the elements of the one made first come first.
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

  /// Both lists in one, by moment, the left one first: `isLeft` says whose an element is.
  static func inOrder(_ left: TimedEvents, _ right: TimedEvents) -> [(isLeft: Bool, entry: Entry)] {
    let all = left.entries.map { (true, $0) } + right.entries.map { (false, $0) }
    return all.enumerated()
      .sorted { ($0.element.1.moment, $0.offset) < ($1.element.1.moment, $1.offset) }
      .map { (isLeft: $0.element.0, entry: $0.element.1) }
  }
}
