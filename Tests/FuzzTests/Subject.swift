/// Something that is handed any bytes at all, and has to stand them.
///
/// A crash is a failure, and so is what a subject throws: a claim that does not hold for these
/// bytes. libFuzzer looks for such bytes; those kept in `Seeds` are tried by the tests each time.
protocol Subject: Sendable {
  /// Its name: that of its folder of seeds.
  static var name: String { get }

  /// Tries it.
  ///
  /// - Throws: `Violation`.
  static func take(_ bytes: [UInt8]) throws
}

/// A claim about what a subject does with some bytes that does not hold.
struct Violation: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Claims something.
func claim(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws {
  if !holds { throw Violation(otherwise()) }
}

/// All that can be tried.
let subjects: [any Subject.Type] = [
  MomentSubject.self, DurationSubject.self, WordsSubject.self, LineSubject.self,
  PayloadSubject.self, ImportSubject.self, RowsSubject.self, PagesSubject.self,
  FormatSubject.self, RulesSubject.self, EntriesSubject.self,
]
