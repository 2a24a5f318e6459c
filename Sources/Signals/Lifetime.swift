/// Something that a ``Lifetime`` releases when it ends: a link of the lifetime's list.
///
/// A list that runs through its own entries costs no allocation besides them, and an entry leaves
/// it in O(1).
public class LifetimeEntry {
  // Read and written for every subscription. The run-time check of exclusive access would cost
  // more than the access, and finds nothing: none lasts longer than one load or store.
  //
  // The lifetime that holds an entry retains it by hand, so that its links count no references.
  @exclusivity(unchecked) fileprivate final var older: Unmanaged<LifetimeEntry>?
  @exclusivity(unchecked) fileprivate final var newer: Unmanaged<LifetimeEntry>?
  @exclusivity(unchecked) fileprivate final var holder: Unmanaged<Lifetime>?

  @usableFromInline init() {}

  /// Releases what the entry stands for; called once, when the lifetime ends.
  @usableFromInline func release() {}
}

/// The time for which a signal runs for one receiver, and a list of what to release at its end.
///
/// A receiver's lifetime is handed up the chain of operators to the source. It ends once: when the
/// receiver cancels or the signal ends. Whatever a source or an operator holds for the receiver
/// (a place among a subject's observers, an alarm at a scheduler) it registers here.
///
/// Complexity: O(1) for every call, but for ``end()``, which releases each entry.
public class Lifetime: LifetimeEntry {
  /// Whether the receiver still wants elements.
  @inlinable public final var isActive: Bool { isRunning }

  @exclusivity(unchecked) @usableFromInline final var isRunning = true
  @exclusivity(unchecked) private final var isStarting = false
  @exclusivity(unchecked) private final var newest: Unmanaged<LifetimeEntry>?
  @exclusivity(unchecked) private final var handovers: ContiguousArray<() -> Void> = []

  /// A lifetime that has just begun.
  public override init() { super.init() }

  deinit {
    while let entry = popNewest() { entry.release() }
  }

  /// Runs `release` when the lifetime ends; at once if it has ended.
  public final func onEnd(_ release: @escaping () -> Void) {
    guard isRunning else { return release() }
    hold(ReleaseAction(release))
  }

  /// A lifetime within this one: it ends with it, or alone before it.
  ///
  /// For what an operator subscribes to and releases while it runs, as the inner signals of
  /// `flatMap`. One that ends alone leaves nothing behind in this lifetime.
  public final func child() -> Lifetime {
    let child = Lifetime()
    hold(child)
    return child
  }

  /// Ends the lifetime and releases what was held for it, the newest first.
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

  /// Releases what a lifetime of this kind holds itself, after all its entries.
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

  /// Takes the newest entry out of the list; the caller releases it.
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

  /// Takes an entry, which the caller holds, out of the list.
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
  /// Subscribes to a signal that may call ``handOver(_:)`` at once, then to its successors.
  ///
  /// A successor may be replaced within its own subscribing, and so may that one: they are
  /// subscribed to in a loop, so that a million in a row do not grow the stack.
  @usableFromInline final func start(_ first: () -> Void) {
    guard !isStarting else { return first() }
    isStarting = true
    first()
    while !handovers.isEmpty { handovers.removeFirst()() }
    isStarting = false
  }

  /// Runs `next`, which subscribes to the successor of a signal, once no other is starting.
  @usableFromInline final func handOver(_ next: @escaping () -> Void) {
    guard isRunning else { return }
    if isStarting { handovers.append(next) } else { start(next) }
  }
}
