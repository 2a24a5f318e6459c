import Signals
import Testing
import TimingTestSupport

/// Operators over random signals, compared with their definitions over lists.
struct ModelTests {
  private typealias Entry = TimedEvents.Entry

  /// Compares an operator over two random signals with its definition over their lists.
  private func run(
    _ make: (Signal<Int>, Signal<Int>) -> Signal<Int>,
    expect model: (TimedEvents, TimedEvents) -> TimedEvents,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for _ in 0..<300 {
      var seed = Seed()
      let label = "\(seed)"
      let scheduler = VirtualScheduler()
      let (left, right) = (TimedEvents(using: &seed), TimedEvents(using: &seed))
      var (entries, end): ([Entry], Int?) = ([], nil)
      let signal = make(left.signal(on: scheduler), right.signal(on: scheduler))
      let moment = { Int(scheduler.now / .seconds(1)) }
      let subscription = signal.subscribe {
        entries.append(Entry(moment: moment(), value: $0))
      } end: {
        end = moment()
      }
      scheduler.run()
      let expected = model(left, right)
      #expect(entries == expected.entries, "\(label)", sourceLocation: sourceLocation)
      #expect(end == expected.end, "\(label)", sourceLocation: sourceLocation)
      subscription.cancel()
    }
  }

  /// Transforms the entries of both lists in order.
  private func combine(
    _ left: TimedEvents, _ right: TimedEvents,
    _ give: (_ isLeft: Bool, _ newest: (left: Int?, right: Int?)) -> Int?
  ) -> [Entry] {
    var newest: (left: Int?, right: Int?) = (nil, nil)
    return TimedEvents.inOrder(left, right).compactMap { isLeft, entry in
      if isLeft { newest.left = entry.value } else { newest.right = entry.value }
      return give(isLeft, newest).map { Entry(moment: entry.moment, value: $0) }
    }
  }

  @Test func `merge sends both lists in order, and ends with the later one`() {
    run {
      $0.merge(with: $1)
    } expect: { left, right in
      TimedEvents(TimedEvents.inOrder(left, right).map(\.entry), end: max(left.end, right.end))
    }
  }

  @Test func `combineLatest sends the newest of both at every element`() {
    run {
      $0.combineLatest($1).map { $0.0 * 100 + $0.1 }
    } expect: { left, right in
      let entries = combine(left, right) { _, newest in
        guard let left = newest.left, let right = newest.right else { return nil }
        return left * 100 + right
      }
      let silentEnds = [left, right].filter(\.entries.isEmpty).map(\.end)
      return TimedEvents(entries, end: silentEnds.min() ?? max(left.end, right.end))
    }
  }

  @Test func `withLatest sends the newest of the other at every element of this`() {
    run {
      $0.withLatest(from: $1).map { $0.0 * 100 + $0.1 }
    } expect: { left, right in
      let entries = combine(left, right) { isLeft, newest in
        guard isLeft, let left = newest.left, let right = newest.right else { return nil }
        return left * 100 + right
      }
      return TimedEvents(
        entries, end: right.entries.isEmpty ? min(left.end, right.end) : left.end)
    }
  }

  @Test func `sample sends the newest of this at every element of the trigger`() {
    run {
      $0.sample(on: $1)
    } expect: { left, right in
      let entries = combine(left, right) { isLeft, newest in isLeft ? nil : newest.left }
      return TimedEvents(
        entries, end: left.entries.isEmpty ? min(left.end, right.end) : right.end)
    }
  }

  @Test func `scan sends the sums of all prefixes`() {
    run { left, _ in
      left.scan(0, +)
    } expect: { left, _ in
      let entries = left.entries.indices.map { last in
        Entry(
          moment: left.entries[last].moment,
          value: left.entries[...last].reduce(0) { $0 + $1.value })
      }
      return TimedEvents(entries, end: left.end)
    }
  }

  @Test func `removeDuplicates sends the elements that differ from the one before`() {
    run { left, _ in
      left.map { $0 / 5 }.removeDuplicates()
    } expect: { left, _ in
      let values = left.entries.map { Entry(moment: $0.moment, value: $0.value / 5) }
      let entries = values.indices.filter { $0 == 0 || values[$0].value != values[$0 - 1].value }
      return TimedEvents(entries.map { values[$0] }, end: left.end)
    }
  }
}
