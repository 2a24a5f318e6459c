/// The numbers that a log gives to events and sessions: 1, 2, 3, … without a gap.
enum Numbering {
  /// All that there can be; readers of JSON know whole numbers exactly up to the last one.
  static let range = 1...Int(1) << 53
}
