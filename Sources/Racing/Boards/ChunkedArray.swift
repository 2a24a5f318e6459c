/// An array in parts of equal length: a copy shares all but those that are changed afterwards.
struct ChunkedArray<Element: Sendable>: Sendable {
  private var chunks: [[Element]] = []
  let count: Int

  private static var length: Int { 64 }

  init(_ elements: some RandomAccessCollection<Element>) {
    count = elements.count
    chunks.reserveCapacity(count / Self.length + 1)
    var rest = elements[...]
    while !rest.isEmpty {
      chunks.append(Array(rest.prefix(Self.length)))
      rest = rest.dropFirst(Self.length)
    }
  }

  subscript(index: Int) -> Element {
    _read { yield chunks[index / Self.length][index % Self.length] }
    _modify { yield &chunks[index / Self.length][index % Self.length] }
  }
}

extension ChunkedArray: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }
}
