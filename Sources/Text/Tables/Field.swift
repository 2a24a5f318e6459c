/// A field of a record: a member of its JSON object, and a column of its rows.
///
/// ```swift
/// static let fields: [Field<Passage>] = [Field("number", \.number), Field("split_ns", \.split)]
/// ```
///
/// A class, since a walk through the fields of each record would copy all parts of a structure.
package final class Field<Record>: Sendable {
  package let column: Column
  private let member: @Sendable (Record, inout JSONWriter) -> Void
  private let value: @Sendable (Record) -> Cell

  /// The name.
  package var name: String { column.name }

  private convenience init<Value: JSONValue>(
    _ column: Column, _ value: @escaping @Sendable (Record) -> Value
  ) {
    self.init(column) { record, json in
      let value = value(record)
      if !value.isOmitted { json.field(column.name, value) }
    } _: {
      value($0).cell
    }
  }

  private init(
    _ column: Column, _ member: @escaping @Sendable (Record, inout JSONWriter) -> Void,
    _ value: @escaping @Sendable (Record) -> Cell
  ) {
    (self.column, self.member, self.value) = (column, member, value)
  }

  package convenience init<Value: JSONValue>(
    _ name: String, _ value: @escaping @Sendable (Record) -> Value
  ) {
    self.init(Column(name), value)
  }

  /// Creates a field of a table for people.
  package convenience init<Value: JSONValue>(
    _ name: String, _ alignment: Column.Alignment, isOptional: Bool = false,
    isElastic: Bool = false, _ value: @escaping @Sendable (Record) -> Value
  ) {
    self.init(Column(name, alignment, isOptional: isOptional, isElastic: isElastic), value)
  }

  /// Creates a field that an object leaves out if the value is nil.
  package convenience init<Value: JSONValue>(
    ifAny name: String, _ value: @escaping @Sendable (Record) -> Value?
  ) {
    self.init(Column(name)) { IfAny(value($0)) }
  }

  /// The same field of a record that has this one.
  package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Record) -> Field<Whole> {
    Field<Whole>(column, { [member] in member(part($0), &$1) }, { [value] in value(part($0)) })
  }

  package func write(_ record: Record, to json: inout JSONWriter) { member(record, &json) }

  package func cell(_ record: Record) -> Cell { value(record) }
}

extension Sequence {
  /// The fields of a record that has this one.
  package func of<Part, Whole>(
    _ part: @escaping @Sendable (Whole) -> Part
  ) -> [Field<Whole>] where Element == Field<Part> {
    map { $0.of(part) }
  }

  /// The fields of these names, in the order of the names; there must be one of each.
  package func named<Record>(_ names: String...) -> [Field<Record>] where Element == Field<Record> {
    names.map { name in
      guard let field = first(where: { $0.name == name }) else {
        preconditionFailure("no field \(name)")
      }
      return field
    }
  }
}

extension JSONWriter {
  /// Writes fields of an object.
  package mutating func fields<Record>(_ fields: [Field<Record>], of record: Record) {
    for field in fields { field.write(record, to: &self) }
  }
}

extension RowFormat {
  /// Writes the fields of a record as the values of a row.
  package mutating func row<Record>(
    _ fields: [Field<Record>], of record: Record, to output: inout [UInt8]
  ) {
    for field in fields { cell(field.cell(record), to: &output) }
    endRow(to: &output)
  }
}

/// A record whose fields are also columns.
package protocol ListedFields: JSONValue {
  static var fields: [Field<Self>] { get }
}

extension ListedFields {
  package func write(to json: inout JSONWriter) {
    json.object { $0.fields(Self.fields, of: self) }
  }
}

/// Names of flags: in rows one text, without any a null.
package struct FlagNames: JSONValue {
  private let names: [String]

  package init(_ names: [String]) {
    self.names = names
  }

  package func write(to json: inout JSONWriter) { names.write(to: &json) }

  package var cell: Cell { names.isEmpty ? .null : .text(names.joined(separator: " ")) }
}

/// A list of records in a format of rows: objects may have fields that are objects or arrays.
package struct RecordList<Record> {
  private let format: TableFormat
  private let fields: [Field<Record>]
  private var rows: any RowFormat
  private var isEmpty = true

  /// Creates a list; `rows` writes the format.
  package init(_ format: TableFormat, _ rows: any RowFormat, _ fields: [Field<Record>]) {
    self.format = format
    self.rows = rows
    self.fields = fields
  }

  package mutating func begin(to output: inout [UInt8]) throws(RowFormatError) {
    guard format.isJSON else { return try rows.begin(fields.map(\.column), to: &output) }
    if format == .json { output.append("[") }
  }

  package mutating func append(_ record: Record, to output: inout [UInt8]) {
    defer { isEmpty = false }
    guard format.isJSON else { return rows.row(fields, of: record, to: &output) }
    if format == .json, !isEmpty { output.append(",\n") }
    var json = JSONWriter()
    swap(&json.bytes, &output)
    json.object { $0.fields(fields, of: record) }
    if format == .ndjson { json.endLine() }
    swap(&json.bytes, &output)
  }

  /// Writes the end; a table without records is empty.
  package mutating func end(to output: inout [UInt8]) {
    if format == .table, isEmpty { return }
    guard format.isJSON else { return rows.end(to: &output) }
    if format == .json { output.append("]\n") }
  }
}
