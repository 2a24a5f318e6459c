/// How long a signal runs for one receiver, and what is to be released when that is over.
///
/// A receiver's lifetime is handed up the chain of operators to the source. It ends once: when the
/// receiver cancels or the signal ends. Whatever a source or an operator holds for the receiver
/// (a place among a subject's observers, an alarm at a scheduler) it registers here.
public final class Lifetime {
  /// Whether the receiver still wants elements.
  @inlinable public var isActive: Bool { isRunning }

  // Read for every element. The run-time check of exclusive access would cost more than the
  // read, and finds nothing: no access here lasts longer than one load or store.
  @exclusivity(unchecked) @usableFromInline var isRunning = true

  private var releases: [(key: Int, release: () -> Void)] = []
  private var lastKey = 0
  private var leaveParent: (() -> Void)?

  /// A lifetime that has just begun.
  public init() {}

  /// Runs `release` when the lifetime ends; at once if it has ended.
  public func onEnd(_ release: @escaping () -> Void) {
    guard isRunning else { return release() }
    _ = add(release)
  }

  /// A lifetime within this one: it ends with it, or alone before it.
  ///
  /// For what an operator takes up and lets go while it runs, as the inner signals of `flatMap`.
  /// One that ends alone leaves nothing behind in this lifetime.
  public func child() -> Lifetime {
    let child = Lifetime()
    guard isRunning else {
      child.end()
      return child
    }
    let key = add { child.end() }
    child.leaveParent = { [weak self] in self?.remove(key) }
    return child
  }

  /// Ends the lifetime and releases what was held for it, the newest first.
  ///
  /// Idempotent; may be called while an element is being delivered.
  public func end() {
    guard isRunning else { return }
    isRunning = false
    let leave = leaveParent
    leaveParent = nil
    leave?()
    let held = releases
    releases = []
    for entry in held.reversed() { entry.release() }
  }

  private func add(_ release: @escaping () -> Void) -> Int {
    lastKey += 1
    releases.append((lastKey, release))
    return lastKey
  }

  private func remove(_ key: Int) {
    guard let index = releases.lastIndex(where: { $0.key == key }) else { return }
    releases.remove(at: index)
  }
}
