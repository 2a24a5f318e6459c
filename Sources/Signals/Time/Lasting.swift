extension Signal {
  /// Elements that each last for a time: when it is over, the next one is asked for.
  ///
  /// ```
  /// subscribed          ^
  /// next                a for 3, b for 2, c
  /// lasting             a--b-c
  /// ```
  /// `next` is asked at the moment of subscribing, and again when the time that it told has passed
  /// since it answered, however long the receiver takes. An element without a time is the last one,
  /// but not the end. One alarm is set at a time.
  ///
  /// - Precondition: Every time is more than zero: with zero, time would never pass.
  ///
  /// - Parameters:
  ///   - scheduler: Whose time it is.
  ///   - next: The element as of now, and for how long it will do, which is more than zero.
  /// - Returns: The elements, the first one at once.
  @inlinable
  public static func lasting(
    on scheduler: any Scheduler, _ next: @escaping () -> (element: Element, time: Duration?)
  ) -> Signal {
    Signal { observer, lifetime in
      var alarm: Alarm?
      func give() {
        let (element, time) = next()
        guard lifetime.isActive else { return }
        precondition(time.map { $0 > .zero } ?? true, "The time of an element is more than zero.")
        if let time { alarm?.set(at: scheduler.now + time) }
        observer.receive(element)
      }
      let made = scheduler.alarm { give() }
      alarm = made
      lifetime.hold(made)
      lifetime.onEnd { alarm = nil }
      give()
    }
  }
}
