import Text

/// Computes when a frame will look different, from the labels drawn in it.
///
/// Ages are redrawn together with a label that ticks, so that they cause no wake-ups of their own
/// while a clock runs.
struct NextChange {
  /// The time until the first change of a label that ticks.
  private var tick: Duration?
  /// The time until the first change of an age.
  private var age: Duration?
  /// The time until any other change, which is shown exactly then.
  private var other: Duration?

  /// The time until the frame changes; nil if it never does.
  var delay: Duration? { Self.earlier(tick ?? age, other) }

  /// Adds a change after a time.
  mutating func add(after delay: Duration) {
    other = Self.earlier(other, delay)
  }

  /// Adds a label of a span that grows with time.
  mutating func add(_ label: some TimeLabel, _ span: Duration) {
    guard let next = label.nextChange(after: span) else { return }
    add(after: next - span)
  }

  /// Adds the label of an age.
  mutating func add(age: Duration) {
    guard let next = AgeLabel().nextChange(after: age) else { return }
    self.age = Self.earlier(self.age, next - age)
  }

  /// Adds a label that ticks after a time.
  mutating func add(tickAfter delay: Duration) {
    tick = Self.earlier(tick, delay)
  }

  /// Adds a label that ticks, of a span that grows with time.
  mutating func add(ticking label: some TimeLabel, _ span: Duration) {
    guard let next = label.nextChange(after: span) else { return }
    add(tickAfter: next - span)
  }

  private static func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}
