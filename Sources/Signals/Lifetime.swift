/// A resource that a ``Lifetime`` releases when it ends: an entry of an intrusive linked list.
///
/// The list needs no allocations besides its entries, and an entry is removed in O(1).
public class LifetimeEntry {
  // Accessed for every subscription. The run-time check of exclusive access would cost more than
  // the access, and is not needed: no access lasts longer than one load or store.
  //
  // The lifetime retains its entries manually, so that the links need no reference counting.
  @exclusivity(unchecked) fileprivate final var older: Unmanaged<LifetimeEntry>?
  @exclusivity(unchecked) fileprivate final var newer: Unmanaged<LifetimeEntry>?
  @exclusivity(unchecked) fileprivate final var holder: Unmanaged<Lifetime>?

  @usableFromInline init() {}

  /// Releases the resource; called once, when the lifetime ends.
  @usableFromInline func release() {}
}

/// The time for which a signal runs for one receiver, and the resources to release at its end.
///
/// A receiver's lifetime is passed up the chain of operators to the source. It ends once: when the
/// receiver cancels or the signal ends. Sources and operators register the resources here that they
/// hold for the receiver, such as a place among a subject's observers, or an alarm.
///
/// Complexity: O(1) for every call except ``end()``, which releases each entry.
public class Lifetime: LifetimeEntry {
  /// Whether the receiver still wants elements.
  @inlinable public final var isActive: Bool { isRunning }

  @exclusivity(unchecked) @usableFromInline final var isRunning = true
  @exclusivity(unchecked) private final var isStarting = false
  @exclusivity(unchecked) private final var newest: Unmanaged<LifetimeEntry>?
  @exclusivity(unchecked) private final var handovers: ContiguousArray<() -> Void> = []

  /// Creates an active lifetime.
  public override init() { super.init() }

  deinit {
    while let entry = popNewest() { entry.release() }
  }

  /// Runs `release` when the lifetime ends; at once if it has ended.
  public final func onEnd(_ release: @escaping () -> Void) {
    guard isRunning else { return release() }
    hold(ReleaseAction(release))
  }

  /// Creates a lifetime that ends with this one, or earlier on its own.
  ///
  /// Operators use it for signals that they release while they run, such as the inner signals of
  /// `flatMap`. A child that ends early is removed from this lifetime.
  public final func child() -> Lifetime {
    let child = Lifetime()
    hold(child)
    return child
  }

  /// Ends the lifetime and releases its entries, the newest first.
  ///
  /// Idempotent; may be called while an element is being delivered.
  public final func end() {
    guard isRunning else { return }
    isRunning = false
    if let holder { holder._withUnsafeGuaranteedRef { $0.unlink(self) } }
    if !handovers.isEmpty { handovers = [] }
    while let entry = popNewest() {
      entry._withUnsafeGuaranteedRef { $0.release() }
      entry.release()
    }
    didEnd()
  }

  /// Releases what a subclass holds; called after all entries are released.
  @usableFromInline func didEnd() {}

  @usableFromInline final override func release() { end() }

  /// Releases an entry when the lifetime ends; at once if it has ended.
  @usableFromInline final func hold(_ entry: LifetimeEntry) {
    guard isRunning else { return entry.release() }
    let link = Unmanaged.passRetained(entry)
    newest?._withUnsafeGuaranteedRef { $0.newer = link }
    entry.older = newest
    entry.holder = .passUnretained(self)
    newest = link
  }

  /// Removes the newest entry from the list; the caller releases it.
  private func popNewest() -> Unmanaged<LifetimeEntry>? {
    guard let link = newest else { return nil }
    link._withUnsafeGuaranteedRef { entry in
      newest = entry.older
      newest?._withUnsafeGuaranteedRef { $0.newer = nil }
      entry.older = nil
      entry.holder = nil
    }
    return link
  }

  /// Removes an entry, which the caller holds, from the list.
  private func unlink(_ entry: LifetimeEntry) {
    if let newer = entry.newer {
      newer._withUnsafeGuaranteedRef { $0.older = entry.older }
    } else {
      newest = entry.older
    }
    entry.older?._withUnsafeGuaranteedRef { $0.newer = entry.newer }
    entry.older = nil
    entry.newer = nil
    entry.holder = nil
    Unmanaged.passUnretained(entry).release()
  }
}

/// A closure that a lifetime runs when it ends.
private final class ReleaseAction: LifetimeEntry {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) {
    self.action = action
    super.init()
  }

  override func release() { action() }
}

extension Lifetime {
  /// Subscribes to a signal that may call ``handOver(_:)`` while subscribing, then to its
  /// successors.
  ///
  /// A successor may also hand over while subscribing. A loop subscribes to them, so that a million
  /// successors in a row do not grow the stack.
  @usableFromInline final func start(_ first: () -> Void) {
    guard !isStarting else { return first() }
    isStarting = true
    first()
    while !handovers.isEmpty { handovers.removeFirst()() }
    isStarting = false
  }

  /// Runs `next`, which subscribes to the successor of a signal, after any running start.
  @usableFromInline final func handOver(_ next: @escaping () -> Void) {
    guard isRunning else { return }
    if isStarting { handovers.append(next) } else { start(next) }
  }
}
