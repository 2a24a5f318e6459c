extension Signal {
  /// The newest element, once for each element of a trigger.
  ///
  /// ```
  /// self                1--2--3--4--5…
  /// trigger             --a----bc---|
  /// sample(on: trigger) --1----33---|
  /// ```
  /// Two triggers between two elements sample the same element twice: no press is lost. What
  /// comes at the same moment from one subject is sampled already. Triggers before the first
  /// element give nothing. It ends with the trigger, or when this signal ends without an element.
  @inlinable
  public func sample<Trigger>(on trigger: Signal<Trigger>) -> Signal {
    trigger.withLatest(from: self).map { $0.1 }
  }
}
