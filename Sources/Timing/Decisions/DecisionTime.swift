import Text

/// The places on the timeline that a decision depends on.
struct DecisionTime: Hashable {
  /// The place of the command's own reading.
  var now: Duration
  /// The place of the moment that the command names.
  var place: Duration
  /// How that moment is known.
  var basis: Basis

  init(_ placement: Placement, _ basis: Basis) {
    now = placement.anchor.place
    place = placement.place
    self.basis = basis
  }

  /// Whether either lies beyond the timeline.
  var isBeyondTimeline: Bool { now.isBeyondTimeline || place.isBeyondTimeline }

  /// Refuses a stated moment in the future.
  func refuseFuture() throws(Refusal) {
    if basis != .measured, place > now { throw .inTheFuture(by: place - now) }
  }
}
