import Timing

@testable import Logbook

/// A kind of event and its payload.
enum PayloadTarget: FuzzTarget {
  static let name = "payload"

  static let kinds = [
    "started", "stopped", "resumed", "lapped", "timestamped", "named", "tagged", "untagged",
    "identified", "planned", "amended", "removed", "reverted", "discarded", "unknown kind",
  ]
  static let raceKinds = [
    "entered", "withdrawn", "wave_started", "wave_planned", "crossed", "assigned", "linked",
    "ruled", "ordered", "joined", "clocks_compared",
  ]

  static func test(_ bytes: [UInt8]) throws {
    var input = FuzzedData(bytes)
    let kinds = kinds + raceKinds
    let name = kinds[input.index(below: kinds.count)]
    let version = Int(input.byte() >> 6) + 1
    let data = String(decoding: input.all(), as: UTF8.self)
    let kind: Event.Kind?
    do {
      kind = try Event.Kind(name, version: version, data: data)
    } catch { return }
    guard let kind else { return }
    try check(kind.name == name, "\(name) becomes \(kind.name)")
    if case .unknown = kind { return }
    let again = try Event.Kind(name, version: version, data: kind.data)
    try check(
      again == kind, "\(data) is written as \(kind.data), and read as \(String(describing: again))")
    _ = kind.validationError
  }
}
