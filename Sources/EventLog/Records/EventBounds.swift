import Text

/// Limits of an event's content.
public enum EventBounds {
  /// The largest number of tags that an event adds or removes, and of people that it names.
  public static let mostItems = 100
  /// The largest size of a payload in bytes.
  public static let mostBytes = 1 << 20
}

extension String {
  /// The reason why the text is not a valid name, label or tag; nil if it is.
  package var labelFault: String? { isEmpty ? "is empty" : lengthFault }

  /// The reason why the text is too long for a name, label or tag; nil if it is not.
  package var lengthFault: String? {
    utf8.count > Label.mostBytes ? "is longer than 1,024 bytes" : nil
  }
}

/// The numbers of events and sessions in a log: 1, 2, 3, … without a gap.
package enum Numbering {
  /// All valid numbers; JSON readers represent integers exactly up to the last one.
  package static let range = 1...Int(1) << 53
}
