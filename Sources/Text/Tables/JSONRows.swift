/// Rows as JSON objects: an array with one object a line, or NDJSON.
///
/// Blobs are strings of hexadecimal digits; infinities, which JSON cannot represent, are null.
package struct JSONRows: RowFormat {
  private let isArray: Bool
  /// The escaped names of the columns with the punctuation around them.
  private var keys: [[UInt8]] = []
  private var column = 0
  private var isFirstRow = true

  /// Creates the format; with `lines`, each object is a document of its own (NDJSON).
  package init(lines: Bool) {
    isArray = !lines
  }

  package mutating func begin(
    _ columns: [Column], to output: inout [UInt8]
  ) throws(RowFormatError) {
    var names: Set<String> = []
    for (index, column) in columns.enumerated() {
      guard names.insert(column.name).inserted else {
        throw .twoColumns(named: column.name)
      }
      var key = JSONWriter()
      key.key(column.name)
      keys.append([UInt8(ascii: index == 0 ? "{" : ",")] + key.bytes)
    }
    if isArray { output.append(UInt8(ascii: "[")) }
  }

  package mutating func null(to output: inout [UInt8]) {
    next(&output)
    output.append("null")
  }

  package mutating func integer(_ number: Int64, to output: inout [UInt8]) {
    next(&output)
    output.append(decimal: number)
  }

  package mutating func real(_ number: Double, to output: inout [UInt8]) {
    next(&output)
    output.append(number.isFinite ? "\(number)" : "null")
  }

  package mutating func text(_ text: Span<UInt8>, to output: inout [UInt8]) {
    next(&output)
    output.append(jsonString: text)
  }

  package mutating func blob(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    next(&output)
    output.append(UInt8(ascii: "\""))
    for index in bytes.indices { output.append(hexadecimal: bytes[index]) }
    output.append(UInt8(ascii: "\""))
  }

  package mutating func endRow(to output: inout [UInt8]) {
    output.append(UInt8(ascii: "}"))
    if !isArray { output.append(UInt8(ascii: "\n")) }
    column = 0
    isFirstRow = false
  }

  package mutating func end(to output: inout [UInt8]) {
    if isArray { output.append("]\n") }
  }

  private mutating func next(_ output: inout [UInt8]) {
    if isArray, column == 0, !isFirstRow { output.append(",\n") }
    output.append(contentsOf: keys[column])
    column += 1
  }
}
