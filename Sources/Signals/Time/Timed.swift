/// The state of an operator that sets one alarm during the lifetime of its signal.
@usableFromInline
class Timed<Element> {
  @usableFromInline final let observer: Observer<Element>
  @usableFromInline final let lifetime: Lifetime
  /// The operator's time: a delay, or an interval.
  @usableFromInline final let time: Duration
  @usableFromInline final let scheduler: any Scheduler
  /// The alarm, which calls ``ring()``; nil after the end of the lifetime.
  @exclusivity(unchecked) @usableFromInline final var alarm: Alarm?

  @inlinable
  init(
    _ observer: Observer<Element>, _ lifetime: Lifetime, _ time: Duration,
    _ scheduler: any Scheduler
  ) {
    self.observer = observer
    self.lifetime = lifetime
    self.time = time
    self.scheduler = scheduler
    let alarm = scheduler.alarm { self.ring() }
    self.alarm = alarm
    lifetime.hold(alarm)
    lifetime.onEnd {
      self.alarm = nil
      self.release()
    }
  }

  /// Handles the alarm.
  @inlinable
  func ring() {}

  /// Releases the elements that have not been sent, at the end of the lifetime.
  @inlinable
  func release() {}
}

/// The state of a timed operator that keeps one element to send later.
@usableFromInline
class TimedElement<Element>: Timed<Element> {
  @exclusivity(unchecked) @usableFromInline final var kept: Element?

  /// Handles the end of the signal: releases upstream, then sends the kept element and the end.
  @inlinable
  final func finish(during receiver: Lifetime) {
    let last = kept
    lifetime.end()
    if let last { observer.receive(last) }
    if receiver.isActive { observer.end() }
  }

  @inlinable
  override func release() { kept = nil }
}
