/// Where a replay stands, to be shown.
package struct ReplayView: Hashable, Sendable {
  /// How much was played, of how much there is.
  package var position: Duration
  package var length: Duration
  /// The number of the newest event played, of how many there are.
  package var event: Int
  package var events: Int
  package var speed: Speed
  package var isPaused: Bool

  /// Whether all was played.
  package var isAtEnd: Bool { position >= length }

  package init(
    position: Duration, length: Duration, event: Int, events: Int, speed: Speed, isPaused: Bool
  ) {
    self.position = position
    self.length = length
    self.event = event
    self.events = events
    self.speed = speed
    self.isPaused = isPaused
  }
}
