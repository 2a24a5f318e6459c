/// A fuzz target: code that must handle any bytes.
///
/// libFuzzer searches for bytes that crash a target or let a check of it fail. The tests run the
/// inputs in `Seeds`.
protocol FuzzTarget: Sendable {
  /// The name, also that of the folder of seeds.
  static var name: String { get }

  /// Runs the code on an input.
  ///
  /// - Throws: `Violation` if a property does not hold.
  static func test(_ bytes: [UInt8]) throws
}

/// The description of a property that does not hold for an input.
struct Violation: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Throws a violation unless a property holds.
func check(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws {
  if !holds { throw Violation(otherwise()) }
}

/// All fuzz targets.
let targets: [any FuzzTarget.Type] = [
  MomentTarget.self, DurationTarget.self, WordsTarget.self, LineTarget.self,
  PayloadTarget.self, ImportTarget.self, RowsTarget.self, PagesTarget.self,
  FormatTarget.self, RulesTarget.self, EntriesTarget.self,
]
