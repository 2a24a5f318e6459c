/// On what the time of an event rests.
public enum Basis: String, Hashable, Sendable, CaseIterable {
  /// It happened at its reading (with a countdown, that much after it).
  case measured
  /// It happened so much before its reading, somebody said (`--ago`).
  case ago
  /// It happened at the moment that somebody stated (`--at`).
  case stated
}
