/// A first-in, first-out queue: a ring buffer that allocates only to grow.
@usableFromInline
package struct Queue<Element> {
  @usableFromInline var slots: ContiguousArray<Element?> = []
  @usableFromInline var head = 0
  /// The number of elements.
  @usableFromInline package var count = 0

  /// Creates an empty queue.
  @inlinable
  package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }

  /// The oldest element.
  @inlinable package var first: Element? { count == 0 ? nil : slots[head] }

  /// Adds an element at the end.
  ///
  /// Complexity: O(1), amortized.
  @inlinable
  package mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    let index = head + count
    slots[index < slots.count ? index : index - slots.count] = element
    count += 1
  }

  /// Removes and returns the oldest element.
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

  /// Removes the oldest element; the queue must not be empty.
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
