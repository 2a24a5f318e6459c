import Text

/// The places on the timeline that a decision looks at.
struct Occasion: Hashable {
  /// The place of the command's own reading.
  var now: Duration
  /// The place of the moment that the command claims.
  var place: Duration
  /// On what that rests.
  var basis: Basis

  init(_ arrival: Arrival, _ basis: Basis) {
    now = arrival.anchor.place
    place = arrival.place
    self.basis = basis
  }

  /// Whether either lies beyond the timeline.
  var isBeyondTimeline: Bool { now.isBeyondTimeline || place.isBeyondTimeline }

  /// No stated moment lies in the future.
  func refuseFuture() throws(Refusal) {
    if basis != .measured, place > now { throw .inTheFuture(by: place - now) }
  }
}
