/// A first-in, first-out buffer that allocates only to grow: a ring.
@usableFromInline
package struct Queue<Element> {
  @usableFromInline var slots: ContiguousArray<Element?> = []
  @usableFromInline var head = 0
  /// How many elements wait.
  @usableFromInline package var count = 0

  /// A buffer without elements.
  @inlinable
  package init() {}

  /// Whether no element waits.
  @inlinable package var isEmpty: Bool { count == 0 }

  /// The element that has waited longest.
  @inlinable package var first: Element? { count == 0 ? nil : slots[head] }

  /// Puts an element behind all others.
  ///
  /// Complexity: O(1), amortized.
  @inlinable
  package mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    let index = head + count
    slots[index < slots.count ? index : index - slots.count] = element
    count += 1
  }

  /// Takes the element that has waited longest.
  ///
  /// Complexity: O(1).
  @inlinable
  package mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = slots[head].take()
    head = head + 1 < slots.count ? head + 1 : 0
    count -= 1
    return element
  }

  /// Lets go of the element that has waited longest, of which there is one.
  ///
  /// Complexity: O(1).
  @inlinable
  mutating func removeFirst() {
    slots[head] = nil
    head = head + 1 < slots.count ? head + 1 : 0
    count -= 1
  }

  @inlinable
  @inline(never)
  mutating func grow() {
    var grown = ContiguousArray<Element?>()
    grown.reserveCapacity(max(4, 2 * count))
    for offset in 0..<count {
      let index = head + offset
      grown.append(slots[index < count ? index : index - count])
    }
    while grown.count < grown.capacity { grown.append(nil) }
    slots = grown
    head = 0
  }
}
