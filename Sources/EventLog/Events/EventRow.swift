import Glibc
import Timing
import Text
import SQLite

/// The columns of `events` in the order in which every reader here selects them.
enum EventRow {
  /// What the fold needs.
  static let folded = """
    id, version, kind, kind_version, at, basis, recorded_at, ticks_ns, clock, data, position
    """

  /// Everything.
  static let whole = folded + ", session, source, digest"
}

extension Statement {
  /// The event of the row arrived at, its columns being `EventRow.folded` from the first on.
  ///
  /// - Throws: `LogError.damaged`, with what is wrong with the row.
  func event(_ upcasting: Upcasting) throws(LogError) -> Event {
    guard let id = withBlob(0, { EventID($0) }) else { throw damaged("its id is no UUID") }
    guard let basis = withText(5, Basis.init) else { throw damaged("its basis is not known") }
    let version = try number(1)
    _ = try number(10)
    return Event(
      id: id, version: version, kind: try kind(upcasting),
      at: Moment(nanosecondsSince1970: int(4)), basis: basis,
      reading: Reading(
        clock: ClockID(rawValue: int(8)), ticks: .nanoseconds(int(7)),
        recordedAt: Moment(nanosecondsSince1970: int(6))))
  }

  /// The whole event of the row arrived at, its columns being `EventRow.whole`.
  func loggedEvent(_ upcasting: Upcasting) throws(LogError) -> LoggedEvent {
    let session = Int(int(11))
    guard Numbering.range.contains(session) else {
      throw damaged("no session has the number \(session)")
    }
    return LoggedEvent(
      position: Int(int(10)), session: session, event: try event(upcasting), kind: text(2),
      kindVersion: Int(int(3)), source: text(12), data: text(9), digest: bytes(13))
  }

  /// A number that an event can have, within its session or the log.
  private func number(_ column: Int) throws(LogError) -> Int {
    let number = Int(int(column))
    guard Numbering.range.contains(number) else {
      throw damaged("no event has the number \(number)")
    }
    return number
  }

  private func kind(_ upcasting: Upcasting) throws(LogError) -> Event.Kind {
    let isEmpty = withText(9) { $0.spells("{}") }
    // Most events are laps without a label, and no text is made of those.
    if isEmpty, !upcasting.hasSteps, int(3) == 1, withText(2, { $0.spells("lapped") }) {
      return .lapped(label: nil)
    }
    let payload = isEmpty ? "{}" : text(9)
    let kind: Event.Kind?
    do {
      kind = try upcasting.kind(text(2), version: Int(int(3)), data: payload)
    } catch {
      throw damaged("its payload cannot be read")
    }
    guard let kind else { throw damaged("its payload lacks what its kind needs") }
    return kind
  }

  private func damaged(_ reason: String) -> LogError {
    .damaged(position: Int(int(10)), reason: reason)
  }
}

extension Basis {
  /// The basis of this name.
  fileprivate init?(_ name: UnsafeBufferPointer<UInt8>) {
    // Most are measured, and no text is made of those.
    guard !name.spells("measured") else {
      self = .measured
      return
    }
    guard let basis = Basis(rawValue: String(decoding: name, as: UTF8.self)) else { return nil }
    self = basis
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether these are the bytes of a text.
  fileprivate func spells(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount, let baseAddress else { return false }
    return memcmp(baseAddress, text.utf8Start, count) == 0
  }
}
