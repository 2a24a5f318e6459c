
/// A flaw found in a log.
enum Flaw: Hashable, CustomStringConvertible {
  /// Opening, reading or appending failed.
  case refused(String)

  /// A number of acknowledged events is missing.
  case lost(Int)

  /// The events are not a prefix of the requested ones.
  case foreign(position: Int)

  /// The log is inconsistent.
  case invalid(String)

  var description: String {
    switch self {
    case .refused(let error): "refused: \(error)"
    case .lost(let count): "\(count) lost"
    case .foreign(let position): "event \(position) differs from the request"
    case .invalid(let finding): "inconsistent: \(finding)"
    }
  }

  var isLoss: Bool { if case .lost = self { true } else { false } }
}
