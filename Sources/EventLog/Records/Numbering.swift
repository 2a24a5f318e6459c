/// The numbers that a log gives to events and sessions: 1, 2, 3, … without a gap.
package enum Numbering {
  /// All that there can be; readers of JSON know whole numbers exactly up to the last one.
  package static let range = 1...Int(1) << 53
}
