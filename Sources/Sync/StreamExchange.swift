package import Text

/// A stream at the hub: its newest version and its writer.
package struct Head: Hashable, Sendable {
  package var group: EventID
  package var stream: EventID
  /// The device that alone may append to it.
  package var writer: String
  package var version: Int
  /// The digest of the newest event, in hexadecimal digits.
  package var digest: String
  /// The reason why the owner of the hub leaves it out of every pull.
  package var barred: String?

  package init(
    group: EventID, stream: EventID, writer: String, version: Int, digest: String,
    barred: String? = nil
  ) {
    self.group = group
    self.stream = stream
    self.writer = writer
    self.version = version
    self.digest = digest
    self.barred = barred
  }
}

/// A stream in the log of a device: its newest event, and who writes it.
package struct LocalHead: Hashable, Sendable {
  package var version: Int
  /// The digest of the newest event, in hexadecimal digits.
  package var digest: String
  /// Whether this log may append to it.
  package var isWritable: Bool

  package init(version: Int, digest: String, isWritable: Bool) {
    self.version = version
    self.digest = digest
    self.isWritable = isWritable
  }
}

/// The hub's answer to lines that were offered.
package enum OfferAnswer: Hashable, Sendable {
  /// The hub holds the stream to this version, with the offered lines.
  case stored(version: Int)
  /// The hub holds the stream only to this version.
  case gap(version: Int)
  /// The hub holds another event at this version, or another device writes the stream.
  case diverged(version: Int, reason: Divergence)
  /// The hub refuses the lines, for its limits or because it cannot read them.
  case refused(reason: String)
}

/// The reason why a log and the hub hold different streams.
package enum Divergence: String, Hashable, Sendable {
  case otherEvent = "other_event"
  case otherWriter = "other_writer"
  case idReused = "id_reused"
}

/// One exchange of one stream between a log and the hub, as decisions without I/O.
///
/// The device keeps no state between exchanges: each begins with what its log and the hub hold now.
/// So nothing is lost or skipped when either side was restored from an old copy, and the same answer
/// twice does no harm.
///
/// An offer always begins with an event that the hub should have, if there is one. The hub compares
/// it, so that a log and a hub that went different ways find out before either extends the other.
package struct StreamExchange: Sendable {
  /// The next thing to do for a stream.
  package enum Step: Hashable, Sendable {
    /// Offer the events after this version, at most so many.
    case offer(after: Int, limit: Int)
    /// Import the hub's events after this version; the first one may be known, and must be equal.
    case pull(after: Int, isForeign: Bool)
    /// Nothing more in this exchange.
    case end(Outcome)
  }

  /// The state of a stream at the end of an exchange.
  package enum Outcome: Hashable, Sendable {
    /// Both hold the same.
    case equal
    /// The log is not to be sent: another device writes the stream, and the hub does not have it.
    case notSent
    /// The hub holds less than this log of a stream that another device writes: it was restored
    /// from an old copy, and waits for its writer.
    case hubBehind(version: Int)
    case diverged(version: Int, reason: Divergence)
    case refused(reason: String)
    /// The owner of the hub has barred the stream.
    case barred(reason: String)
    /// The log could not import the events.
    case setAside(reason: String)
  }

  /// The most lines of one offer.
  package static let mostLines = 1000

  package private(set) var step: Step
  private let localVersion: Int
  private let isForeign: Bool
  /// The first known difference, while an earlier one is searched for.
  private var divergence: (version: Int, reason: Divergence)?
  /// The number of events that the hub has confirmed to be equal.
  private var proven = 0

  /// Begins an exchange of a stream of the log and the hub, either of which may not have it; `me` is
  /// the name of this device.
  package init(_ local: LocalHead?, _ head: Head?, me: String) {
    localVersion = local?.version ?? 0
    let isWritable = local?.isWritable ?? false
    isForeign = head.map { $0.writer != me } ?? false
    guard let head else {
      step = isWritable ? .offer(after: 0, limit: Self.mostLines) : .end(.notSent)
      return
    }
    if localVersion == head.version, local?.digest == head.digest {
      // A stream that moved to this device, or from it, changes hands here.
      step =
        isWritable == isForeign
        ? .pull(after: localVersion - 1, isForeign: isForeign) : .end(.equal)
    } else if let reason = head.barred, isForeign {
      step = .end(.barred(reason: reason))
    } else if localVersion == 0 {
      step = .pull(after: 0, isForeign: isForeign)
    } else if !isForeign || isWritable, localVersion >= head.version {
      step = .offer(after: head.version - 1, limit: Self.mostLines)
    } else if !isForeign {
      // The log was restored from an old copy: its newest event shows whether it went another way.
      step = .offer(after: localVersion - 1, limit: 1)
    } else if localVersion > head.version {
      step = .end(.hubBehind(version: head.version))
    } else {
      step = .pull(after: localVersion - 1, isForeign: true)
    }
  }

  /// Handles the answer to an offer of so many lines.
  ///
  /// The next offer begins where this one ended, not where the hub is: only what was offered is known
  /// to be equal. If the first line differs, earlier ones are offered until the first difference is
  /// found.
  package mutating func handle(_ answer: OfferAnswer, offered count: Int) {
    guard case .offer(let after, _) = step else { return }
    switch (answer, divergence) {
    case (.diverged(let version, let reason), _):
      divergence = (version, reason)
      let isFirst = version == after + 1 && after > proven && reason == .otherEvent
      if isFirst { return search(from: max(proven, after - Self.mostLines), through: after) }
      step = .end(.diverged(version: version, reason: reason))
    case (.stored, let (version, reason)?):
      proven = max(proven, after + count)
      if proven < version - 1 { return search(from: proven, through: version - 1) }
      step = .end(.diverged(version: version, reason: reason))
    case (_, let (version, reason)?):
      step = .end(.diverged(version: version, reason: reason))
    case (.stored(let version), nil):
      proven = after + count
      step =
        proven < localVersion
        ? .offer(after: proven, limit: Self.mostLines)
        : version > localVersion ? .pull(after: localVersion - 1, isForeign: false) : .end(.equal)
    case (.gap(let version), nil):
      step = .offer(after: max(0, version - 1), limit: Self.mostLines)
    case (.refused(let reason), nil): step = .end(.refused(reason: reason))
    }
  }

  /// Offers events before a known difference: the hub has as many, so that it stores none of them.
  private mutating func search(from first: Int, through last: Int) {
    step = .offer(after: first, limit: min(last - first, Self.mostLines))
  }

  /// Handles the import of the pulled events, with the reason if the log refused them; a stream that
  /// differs from the log has diverged at this version or before.
  package mutating func handlePull(failure: (reason: String, divergesAt: Int?)?) {
    guard case .pull = step else { return }
    switch failure {
    case nil: step = .end(.equal)
    case (_, let version?)?:
      // Only the first event of a pull was compared: the hub is asked for the first difference.
      divergence = (version, .otherEvent)
      search(from: max(0, version - Self.mostLines), through: version)
    case (let reason, nil)?: step = .end(.setAside(reason: reason))
    }
  }
}
