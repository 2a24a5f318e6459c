import Timing
import Text

/// When a frame in the making will look different, by what is shown in it.
struct Changes {
  /// When labels that change fast will change: between two of these no age is looked at.
  private var tick: Duration?
  /// When an age will.
  private var age: Duration?
  /// When anything else will: that is seen at its moment.
  private var other: Duration?

  /// After how much time; nil if it never will.
  var next: Duration? { Self.earlier(tick ?? age, other) }

  /// Notes that a label shows a span which grows with time.
  mutating func note(_ label: some TimeLabel, _ span: Duration) {
    guard let next = label.nextChange(after: span) else { return }
    note(changeAfter: next - span)
  }

  /// Notes that something changes after a time.
  mutating func note(changeAfter span: Duration) {
    other = Self.earlier(other, span)
  }

  /// Notes that an age is shown: where something ticks, it is looked at when that does.
  mutating func note(age: Duration) {
    guard let next = AgeLabel().nextChange(after: age) else { return }
    self.age = Self.earlier(self.age, next - age)
  }

  /// Notes that a label changes fast: ages are looked at when it does.
  mutating func note(ticking label: some TimeLabel, _ span: Duration) {
    guard let next = label.nextChange(after: span) else { return }
    note(tickAfter: next - span)
  }

  /// Notes that something that changes fast does so after a time.
  mutating func note(tickAfter span: Duration) {
    tick = Self.earlier(tick, span)
  }

  private static func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}
