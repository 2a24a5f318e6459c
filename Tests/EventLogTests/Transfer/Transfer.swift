import EventLog
import Logbook

extension Logbook {
  /// Exports to bytes.
  func exported(sessions: [Int]? = nil, salvaging: Bool = false) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try export(sessions: sessions, salvaging: salvaging) { bytes += $0 }
    return bytes
  }

  /// Imports bytes in pieces of a given size.
  @discardableResult
  func importing(
    _ bytes: [UInt8], inPiecesOf size: Int = 4096, marking mark: SalvageMark? = nil,
    foreign belongsElsewhere: ((Int) throws -> Bool)? = nil
  ) throws -> ImportReport {
    var rest = bytes[...]
    return try importEvents(marking: mark, foreign: belongsElsewhere) {
      defer { rest = rest.dropFirst(size) }
      return rest.isEmpty ? nil : [UInt8](rest.prefix(size))
    }
  }
}
