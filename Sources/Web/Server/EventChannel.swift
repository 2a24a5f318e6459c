package import Signals
package import Text

/// A message of a stream: the event's name, and for states its token.
package struct StreamMessage: Sendable {
  package var event: String
  /// The token of the state after it; nil for messages that are no states.
  package var token: String?
  /// Its data: JSON on one line.
  package var data: [UInt8]

  package init(_ event: String, token: String? = nil, data: [UInt8]) {
    self.event = event
    self.token = token
    self.data = data
  }

  /// The message as a server-sent event.
  var bytes: [UInt8] {
    let id = token.map { "id: \($0)\n" } ?? ""
    return Array("event: \(event)\n\(id)data: ".utf8) + data + [0x0A, 0x0A]
  }

  /// Writes the message as an object, as a poll answers it.
  package func write(to json: inout JSONWriter) {
    json.object {
      $0.field("event", event)
      $0.field("id", token)
      $0.field("data", WrittenJSON(data))
    }
  }
}

/// A value that is written as JSON already.
package struct WrittenJSON: JSONValue {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func write(to json: inout JSONWriter) { json.bytes += bytes }
}

/// The readers of one list.
///
/// It keeps the newest publications. Nothing is queued: one message waits for a reader at most; a
/// reader for whom one waited at a publication is behind, and once it was sent gets what it lacks in
/// one write, or is told to fetch the list.
package final class EventChannel: EventStream {
  private let scheduler: any Scheduler
  private let clock: () -> StreamMessage
  private let board: () -> StreamMessage
  private let retry: () -> Int
  private var readers: [ObjectIdentifier: StreamReader] = [:]
  /// The states that are kept, the newest last, each with the message that led to it.
  private var kept: [(token: String, message: StreamMessage?, bytes: [UInt8])]
  /// The number of the newest publication.
  private var newest = 0
  /// The readers that have not been sent the newest publication yet.
  private var slice: ArraySlice<StreamReader> = []
  /// A message that is no state, which the readers of the slice are sent, too.
  private var passing: [UInt8]?
  private var nextSlice: Subscription?

  /// The publications that are kept.
  package static let mostKept = 256
  /// The readers that are written to between two turns of the loop.
  private static let sliceLength = 500
  /// Tells a reader to fetch the list; its token is that of the newest state.
  private var resync: StreamMessage {
    StreamMessage("resync", token: kept.last?.token, data: Array("{}".utf8))
  }

  /// Creates a channel without readers, of a list whose state has a token.
  ///
  /// `clock` returns the clock now, `board` the whole list as of the newest publication, and `retry`
  /// the milliseconds after which a reader comes back.
  package init(
    of token: String, on scheduler: any Scheduler, clock: @escaping () -> StreamMessage,
    board: @escaping () -> StreamMessage,
    retry: @escaping () -> Int = { .random(in: 700...3000) }
  ) {
    self.scheduler = scheduler
    self.clock = clock
    self.board = board
    self.retry = retry
    kept = [(token, nil, [])]
  }

  /// The number of readers.
  package var readerCount: Int { readers.count }

  /// Publishes a state: the message that leads to it from the one before.
  package func publish(_ message: StreamMessage) {
    guard let token = message.token else { return broadcast(message) }
    newest += 1
    kept.append((token, message, message.bytes))
    if kept.count > Self.mostKept { kept.removeFirst() }
    sendToAll()
  }

  /// Sends a message that is no state to all for whom nothing waits.
  package func broadcast(_ message: StreamMessage) {
    passing = message.bytes
    sendToAll()
  }

  /// Begins with all readers again: those of an unfinished slice get both messages.
  private func sendToAll() {
    slice = ArraySlice(readers.values)
    sendSlice()
  }

  private func sendSlice() {
    nextSlice = nil
    let part = slice.prefix(Self.sliceLength)
    slice = slice.dropFirst(Self.sliceLength)
    for reader in part where readers[ObjectIdentifier(reader)] != nil {
      sendLacking(to: reader)
      if let passing, !reader.transport.isWaiting { reader.transport.send(passing) }
    }
    if slice.isEmpty {
      passing = nil
      // An empty slice of an array still holds all its readers, and so their connections.
      slice = []
    } else {
      nextSlice = scheduler.schedule(at: scheduler.now) { [unowned self] in sendSlice() }
    }
  }

  /// Sends a reader what it lacks, unless something waits for it.
  private func sendLacking(to reader: StreamReader) {
    let count = newest - reader.newest
    guard count > 0 else { return }
    if reader.transport.isWaiting {
      reader.isBehind = true
      return
    }
    reader.isBehind = false
    reader.newest = newest
    if count == 1, let last = kept.last {
      reader.transport.send(last.bytes)
    } else if count <= kept.count {
      reader.transport.send(kept.suffix(count).flatMap(\.bytes))
    } else {
      reader.transport.send(resync.bytes)
    }
  }

  /// Returns the messages that lead from a state to the newest one; nil if it is none of those that
  /// are kept.
  package func messages(after token: String) -> [StreamMessage]? {
    kept.lastIndex { $0.token == token }.map { kept[($0 + 1)...].compactMap(\.message) }
  }

  /// Returns what a reader of a state is sent first.
  package func first(after token: String?) -> [StreamMessage] {
    guard let token else { return [clock(), board()] }
    return [clock()] + (messages(after: token) ?? [resync])
  }

  package func attach(_ reader: StreamReader, after token: String?) {
    readers[ObjectIdentifier(reader)] = reader
    reader.newest = newest
    let retry = Array("retry: \(retry())\n\n".utf8)
    reader.transport.send(retry + first(after: token).flatMap(\.bytes))
  }

  package func drained(_ reader: StreamReader) {
    if reader.isBehind { sendLacking(to: reader) }
  }

  package func detach(_ reader: StreamReader) {
    readers[ObjectIdentifier(reader)] = nil
  }
}
