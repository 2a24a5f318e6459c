public import Text

extension Event {
  /// A change of the moment or the label of an earlier event.
  public struct Amendment: Hashable, Sendable {
    /// A change of the moment.
    public enum Move: Hashable, Sendable {
      /// The event moves by this span; negative is earlier.
      case by(Duration)
      /// It moves to this moment.
      case at(Moment)
      /// It moves to this long before the reading of the amendment.
      case ago(Duration)
    }

    /// The events that an amendment can change.
    public enum Scope: Hashable, Sendable {
      /// Only laps: the amendments of the first version of the payload.
      case laps
      /// Any event with a moment.
      case anyMoment
    }

    /// The change of the moment; nil leaves it.
    public var move: Move?
    /// The change of the label.
    public var label: PlanChange.Rule<String>
    /// The events that it can change.
    public var scope: Scope

    /// Creates an amendment.
    public init(
      move: Move? = nil, label: PlanChange.Rule<String> = .unchanged, scope: Scope = .laps
    ) {
      self.move = move
      self.label = label
      self.scope = scope
    }

    /// A lap that moves by a span.
    public static func by(_ span: Duration) -> Amendment { Amendment(move: .by(span)) }

    /// A lap that moves to a moment.
    public static func at(_ moment: Moment) -> Amendment { Amendment(move: .at(moment)) }

    /// A lap that gets a label.
    public static func label(_ text: String) -> Amendment { Amendment(label: .set(text)) }

    /// Whether the first version of the payload can hold it: for a lap, with either a span, a moment
    /// or a label.
    package var isOfFirstVersion: Bool {
      guard scope == .laps else { return false }
      switch (move, label) {
      case (.by, .unchanged), (.at, .unchanged), (nil, .set): return true
      case (.ago, _), (.by, _), (.at, _), (nil, .unchanged), (nil, .lifted): return false
      }
    }
  }
}
