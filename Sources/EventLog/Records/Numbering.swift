/// The numbers of events and sessions in a log: 1, 2, 3, … without a gap.
package enum Numbering {
  /// All valid numbers; JSON readers represent integers exactly up to the last one.
  package static let range = 1...Int(1) << 53
}
