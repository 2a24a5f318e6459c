import Timing

@testable import EventLog
@testable import Logbook
import Text

/// What an event of the log says: a kind, and the JSON that belongs to it.
enum PayloadSubject: Subject {
  static let name = "payload"

  static let kinds = [
    "started", "stopped", "resumed", "lapped", "timestamped", "named", "tagged", "untagged",
    "identified", "planned", "amended", "removed", "reverted", "discarded", "a kind to come",
  ]
  static let raceKinds = [
    "entered", "withdrawn", "wave_started", "wave_planned", "crossed", "assigned", "linked",
    "ruled",
    "ordered", "joined", "clocks_compared",
  ]

  static func take(_ bytes: [UInt8]) throws {
    var taken = TakenBytes(bytes)
    let kinds = kinds + raceKinds
    let name = kinds[taken.index(below: kinds.count)]
    let version = Int(taken.byte() >> 6) + 1
    let data = String(decoding: taken.all(), as: UTF8.self)
    let kind: Event.Kind?
    do {
      kind = try Upcasting.current.kind(name, version: version, data: data)
    } catch is JSONReader.Malformed, is MomentTextError {
      return
    }
    guard let kind else { return }
    try claim(kind.name == name, "\(name) becomes \(kind.name)")
    if case .unknown = kind { return }
    let again = try Upcasting.current.kind(name, version: version, data: kind.data)
    try claim(
      again == kind, "\(data) is written as \(kind.data), and read as \(String(describing: again))")
    _ = kind.validationError
  }
}
