import Text

/// Limits of what an event may say.
public enum EventBounds {
  /// The most tags that it adds or removes, and the most people that it names.
  public static let mostItems = 100
  /// The most bytes of its payload.
  public static let mostBytes = 1 << 20
}

extension String {
  /// The reason why it is no name, label or tag; nil if it can be one.
  package var labelFault: String? { isEmpty ? "is empty" : lengthFault }

  /// The reason why it is too long for one; nil if it is not.
  package var lengthFault: String? {
    utf8.count > Label.mostBytes ? "is longer than 1,024 bytes" : nil
  }
}
