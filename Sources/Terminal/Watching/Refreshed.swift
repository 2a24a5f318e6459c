import Signals

extension Signal {
  /// The elements, and the newest of them once more for each element of a trigger.
  ///
  /// ```
  /// self                      --a---b----
  /// trigger                   x---x---x-x
  /// refreshed(on: trigger)    --a-a-b-b-b
  /// ```
  /// It ends when both have ended.
  func refreshed(on trigger: Signal<Void>) -> Signal {
    combineLatest(trigger.prepend(())).map { $0.0 }
  }
}
