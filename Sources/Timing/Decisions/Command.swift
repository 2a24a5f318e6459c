/// What somebody wants of a session.
public enum Command: Hashable, Sendable {
  /// Start its clock for the first time, or anew if no start stands.
  case start(Event.Start)
  /// Stop its clock.
  case stop
  /// Resume a stopped clock.
  case resume
  /// Take a lap.
  case lap(label: String?)
  /// Take a timestamp.
  case mark(label: String)
  /// Take back the newest event that stands.
  case undo
  /// Put back what the newest undo took.
  case redo
  /// Move a lap, or rename it.
  case amend(LapReference, Event.Amendment)
  /// Take a lap out.
  case remove(LapReference)
  /// Change rules.
  case plan(PlanChange)
  /// Give the session a name.
  case name(String)
  /// Put tags on it.
  case tag([String])
  /// Take tags off it.
  case untag([String])
  /// Name the people who are timed.
  case identify([Person])
  /// Throw it away.
  case discard
}

/// A lap as people point at it.
public enum LapReference: Hashable, Sendable {
  /// Its number among the laps that count.
  case number(Int)
  /// The event that made it, by its number within the session.
  case event(Int)
}
