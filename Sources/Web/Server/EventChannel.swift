package import Signals
package import Text

/// A message of a stream: the event's name, and for states its token.
package struct StreamMessage: JSONValue, Sendable {
  var event: String
  /// The token of the state after it; nil for messages that are no states.
  var token: String?
  /// Its data: JSON on one line.
  var data: [UInt8]

  package init(_ event: String, token: String? = nil, data: [UInt8]) {
    (self.event, self.token, self.data) = (event, token, data)
  }

  /// The message as a server-sent event.
  var bytes: [UInt8] {
    let id = token.map { "id: \($0)\n" } ?? ""
    return Array("event: \(event)\n\(id)data: ".utf8) + data + [0x0A, 0x0A]
  }

  /// Writes the message as a poll answers it.
  package func write(to json: inout JSONWriter) {
    json.object {
      $0.field("event", event)
      $0.field("id", token)
      $0.key("data")
      $0.bytes += data
    }
  }
}

/// A connection that reads a stream of events.
package protocol StreamReader: AnyObject {
  /// Whether bytes wait to be sent.
  var isWaiting: Bool { get }
  /// The number of the newest publication that was sent to it.
  var newest: Int { get set }
  /// Sends bytes, or lets them wait.
  func send(_ bytes: [UInt8])
  /// Closes the connection.
  func end()
}

/// The readers of one list.
///
/// It keeps the newest publications. Nothing is queued: one message waits for a reader at most. A
/// reader for whom one waits at a publication later gets all that it lacks in one write, or a request
/// to fetch the list.
package final class EventChannel {
  private let scheduler: any Scheduler
  private let clock: () -> [UInt8]
  private let board: () -> [UInt8]
  private var readers: [ObjectIdentifier: any StreamReader] = [:]
  /// The newest publications, the newest last; the first state has no message.
  private var publications: [StreamMessage]
  /// The number of the newest publication, and its bytes, which most readers share.
  private var (newest, newestBytes) = (0, [UInt8]())
  /// The readers that have not been sent the newest publication yet.
  private var slice: ArraySlice<any StreamReader> = []
  /// A message that is no state, which the readers of the slice are sent, too.
  private var passing: [UInt8]?
  private var nextSlice: Subscription?

  /// The publications that are kept.
  static let mostKept = 256
  /// The readers that are written to between two turns of the loop.
  private static let sliceLength = 500

  /// Creates a channel without readers, of a list whose state has a token.
  ///
  /// `clock` returns the clock now, and `board` the whole list as of the newest publication, both as
  /// JSON.
  package init(
    of token: String, on scheduler: any Scheduler, clock: @escaping () -> [UInt8],
    board: @escaping () -> [UInt8]
  ) {
    (self.scheduler, self.clock, self.board) = (scheduler, clock, board)
    publications = [StreamMessage("", token: token, data: [])]
  }

  /// The number of readers.
  package var readerCount: Int { readers.count }

  /// Publishes a state: the message that leads to it from the one before.
  package func publish(_ message: StreamMessage) {
    newest += 1
    newestBytes = message.bytes
    publications.append(message)
    if publications.count > Self.mostKept { publications.removeFirst() }
    sendToAll()
  }

  /// Sends a message that is no state to all for whom nothing waits.
  func broadcast(_ message: StreamMessage) {
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
      if let passing, !reader.isWaiting { reader.send(passing) }
    }
    if slice.isEmpty {
      passing = nil
      // An empty slice of an array still holds all its readers.
      slice = []
    } else {
      nextSlice = scheduler.schedule(at: scheduler.now) { [unowned self] in sendSlice() }
    }
  }

  /// Sends a reader what it lacks, unless something waits for it.
  private func sendLacking(to reader: any StreamReader) {
    let count = newest - reader.newest
    guard count > 0, !reader.isWaiting else { return }
    reader.newest = newest
    if count == 1 {
      reader.send(newestBytes)
    } else if count <= publications.count {
      reader.send(publications.suffix(count).flatMap(\.bytes))
    } else {
      reader.send(resync.bytes)
    }
  }

  /// Tells a reader to fetch the list; its token is that of the newest state.
  private var resync: StreamMessage {
    StreamMessage("resync", token: publications.last?.token, data: Array("{}".utf8))
  }

  /// Returns the first messages to a reader of a state: those that lead from it to the newest one, if
  /// they are kept.
  func first(after token: String?) -> [StreamMessage] {
    let clock = StreamMessage("clock", data: clock())
    guard let token else {
      return [clock, StreamMessage("board", token: publications.last?.token, data: board())]
    }
    let known = publications.lastIndex { $0.token == token }
    return [clock] + (known.map { publications[($0 + 1)...] } ?? [resync])
  }

  /// Begins to send to a reader who knows a state; nil: none.
  package func attach(_ reader: any StreamReader, after token: String?) {
    readers[ObjectIdentifier(reader)] = reader
    reader.newest = newest
    // The readers of a server that ended come back one after the other.
    let retry = "retry: \(Int.random(in: 700...3000))\n\n"
    reader.send(retry.utf8 + first(after: token).flatMap(\.bytes))
  }

  /// All bytes that waited for a reader were sent.
  func drained(_ reader: any StreamReader) { sendLacking(to: reader) }

  /// Closes the connections of all readers.
  func end() { for reader in readers.values { reader.end() } }

  /// A reader is gone.
  func detach(_ reader: any StreamReader) { readers[ObjectIdentifier(reader)] = nil }
}
