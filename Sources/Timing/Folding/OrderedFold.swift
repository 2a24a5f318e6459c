/// A fold over sorted elements that supports insertions and removals.
///
/// The state before each chunk of elements is kept. After a change the fold starts again at the
/// first chunk that changed, and ends where the state is again the one that was kept.
struct OrderedFold<Element: Comparable & Sendable, State: Equatable & Sendable>: Sendable {
  private struct Chunk {
    var elements: [Element]
    /// The state before the first of them; nil until it is folded.
    var before: State?
    var isFolded: Bool
  }

  /// The state before all elements.
  private(set) var initial: State
  /// Whether nothing has changed since the elements were folded.
  private(set) var isFolded = true
  private var chunks: [Chunk] = []
  private let chunkSize: Int

  /// Creates a fold without elements.
  ///
  /// - Parameters:
  ///   - initial: the state before all elements.
  ///   - chunkSize: the number of elements of a full chunk; above zero.
  init(from initial: State, chunkSize: Int) {
    self.initial = initial
    self.chunkSize = max(1, chunkSize)
  }

  /// The last element; each event asks for it.
  private(set) var last: Element?

  /// All elements, in order.
  var elements: some Sequence<Element> { chunks.lazy.flatMap(\.elements) }

  /// Whether the next element that is appended begins a chunk.
  var isAtBoundary: Bool {
    chunks.isEmpty || chunks[chunks.count - 1].elements.count >= chunkSize
  }

  /// Begins a chunk; an element has to be appended next.
  ///
  /// - Parameter state: the state before that element; before the very first one, it is the initial
  ///   state from then on.
  mutating func beginChunk(after state: State) {
    if chunks.isEmpty { initial = state }
    var elements: [Element] = []
    elements.reserveCapacity(chunkSize)
    chunks.append(Chunk(elements: elements, before: state, isFolded: true))
  }

  /// Adds an element to the last chunk, after all others; the caller has folded it.
  ///
  /// - Complexity: amortized O(1).
  mutating func append(_ element: Element) {
    last = element
    chunks[chunks.count - 1].elements.append(element)
  }

  /// The number of elements from the first changed chunk on.
  var changedCount: Int {
    chunks.drop { $0.isFolded }.reduce(0) { $0 + $1.elements.count }
  }

  /// Inserts an element, which is not folded yet.
  ///
  /// - Complexity: O(log n), and the size of a chunk.
  mutating func insert(_ element: Element) {
    isFolded = false
    last = last.map { max($0, element) } ?? element
    guard !chunks.isEmpty else {
      chunks.append(Chunk(elements: [element], before: initial, isFolded: false))
      return
    }
    let index = chunk(of: element)
    // Most come after all others.
    if index == chunks.count - 1, let last = chunks[index].elements.last, last < element {
      chunks[index].isFolded = false
      if chunks[index].elements.count < chunkSize {
        chunks[index].elements.append(element)
      } else {
        var elements: [Element] = []
        elements.reserveCapacity(chunkSize)
        elements.append(element)
        chunks.append(Chunk(elements: elements, before: nil, isFolded: false))
      }
      return
    }
    let offset = chunks[index].elements.firstOffset(notBefore: element)
    chunks[index].elements.insert(element, at: offset)
    chunks[index].isFolded = false
    let count = chunks[index].elements.count
    guard count > 2 * chunkSize else { return }
    let second = Array(chunks[index].elements[chunkSize...])
    chunks[index].elements.removeLast(count - chunkSize)
    chunks.insert(Chunk(elements: second, before: nil, isFolded: false), at: index + 1)
  }

  /// Removes an element if it is contained.
  ///
  /// - Complexity: O(log n), and the size of a chunk.
  mutating func remove(_ element: Element) {
    guard !chunks.isEmpty else { return }
    let index = chunk(of: element)
    let offset = chunks[index].elements.firstOffset(notBefore: element)
    guard offset < chunks[index].elements.count, chunks[index].elements[offset] == element else {
      return
    }
    isFolded = false
    chunks[index].elements.remove(at: offset)
    chunks[index].isFolded = false
    defer { last = chunks[chunks.count - 1].elements.last }
    guard chunks[index].elements.isEmpty, chunks.count > 1 else { return }
    chunks.remove(at: index)
    if index == 0 { chunks[0].before = initial }
    chunks[max(0, index - 1)].isFolded = false
  }

  /// Marks an element to be folded again: something else than its order has changed.
  ///
  /// - Complexity: O(log n).
  mutating func touch(_ element: Element) {
    guard !chunks.isEmpty else { return }
    isFolded = false
    chunks[chunk(of: element)].isFolded = false
  }

  /// Replaces the initial state.
  mutating func begin(from state: State) {
    initial = state
    isFolded = false
    guard !chunks.isEmpty else { return }
    chunks[0].before = state
    chunks[0].isFolded = false
  }

  /// The state from which `refold` starts; nil if there is nothing to fold.
  var restart: State? {
    guard !isFolded else { return nil }
    return chunks.first { !$0.isFolded }?.before ?? initial
  }

  /// Folds the changed elements.
  ///
  /// - Parameter apply: folds one element.
  /// - Returns: the state where the fold ended, and whether that is after all elements; otherwise
  ///   the following states are unchanged.
  /// - Complexity: O(n) in the elements from the first change to the first unchanged state.
  mutating func refold(
    _ apply: (inout State, Element) -> Void
  ) -> (state: State, isAtEnd: Bool) {
    let end = refold(shift: { _, _ in nil }, apply)
    return (end.state, end.isAtEnd)
  }

  /// The end of a fold of changed elements.
  struct End {
    /// The state there.
    var state: State
    /// Whether that is after all elements.
    var isAtEnd: Bool
    /// The former state there, if it and all following ones were shifted.
    var shifted: State?
  }

  /// Folds the changed elements up to a state that equals the former one, or can be shifted to it.
  ///
  /// - Parameters:
  ///   - shift: returns a function that turns the former state into the new one, and each state
  ///     after it into the one that follows from the new one; nil if there is none.
  ///   - apply: folds one element.
  /// - Returns: the end; without a shift, the states after it are unchanged.
  /// - Complexity: as `refold(_:)`; O(1) for each chunk that is shifted.
  mutating func refold(
    shift: (_ former: State, _ new: State) -> ((inout State) -> Void)?,
    _ apply: (inout State, Element) -> Void
  ) -> End {
    isFolded = true
    guard let first = chunks.firstIndex(where: { !$0.isFolded }),
      let last = chunks.lastIndex(where: { !$0.isFolded })
    else { return End(state: initial, isAtEnd: true) }
    var state = chunks[first].before ?? initial
    for index in first..<chunks.count {
      if index > last, let former = chunks[index].before {
        if former == state { return End(state: state, isAtEnd: false) }
        if let move = shift(former, state) {
          for later in index..<chunks.count {
            guard var moved = chunks[later].before else { continue }
            move(&moved)
            chunks[later].before = moved
          }
          return End(state: state, isAtEnd: false, shifted: former)
        }
      }
      chunks[index].before = state
      chunks[index].isFolded = true
      for element in chunks[index].elements { apply(&state, element) }
    }
    return End(state: state, isAtEnd: true)
  }

  /// The last chunk that does not begin after an element.
  private func chunk(of element: Element) -> Int {
    // Most changes are at the end.
    let end = chunks.count - 1
    if let first = chunks[end].elements.first, first < element { return end }
    var range = 0..<chunks.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let isBehind = chunks[middle].elements.first.map { element < $0 } ?? false
      range = isBehind ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return max(0, range.lowerBound - 1)
  }
}

extension Array where Element: Comparable {
  /// The offset of the first element of a sorted array that is not less than this one.
  fileprivate func firstOffset(notBefore element: Element) -> Int {
    // Most elements come after all others.
    if let last, last < element { return count }
    return partitioningIndex { $0 >= element }
  }
}

extension Array {
  /// The index of the first element that satisfies a condition, as all elements after it do.
  ///
  /// - Complexity: O(log n).
  package func partitioningIndex(where isMet: (Element) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isMet(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
