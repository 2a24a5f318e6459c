import EventLog
package import Host
package import Logbook
import Text
import Timing

/// Records the presses of pads: `POST /api/record?session=UID`.
///
/// A pad may record crossings, laps and timestamps of its session, and correct or remove those of
/// its own, and nothing else.
package final class RecordHandler: WebHandler {
  /// The most lines of a request, and the most events of them.
  static let mostLines = 200
  /// The time that a press may be ahead of this machine's clock.
  static let mostAhead = Duration.seconds(1)

  private let log: Logbook
  private let pads: PadsFile
  private let world: World
  private let describe: (any Error) -> WebRefusal
  /// The requests of each pad.
  private var limit = RateLimit(burst: 20, pause: .milliseconds(200))

  /// Creates a handler that appends to a log; `describe` renders its errors in English.
  package init(
    log: Logbook, pads: PadsFile, world: World,
    describe: @escaping (any Error) -> WebRefusal
  ) {
    (self.log, self.pads, self.world, self.describe) = (log, pads, world, describe)
  }

  package func answer(_ request: WebRequest) -> WebAnswer {
    do {
      return .response(WebResponse(type: "application/x-ndjson", body: try record(request)))
    } catch let refusal as WebRefusal {
      return .response(refusal.response)
    } catch Rejection.unknownSession {
      return .response(WebRefusal.otherSession.response)
    } catch {
      return .response(describe(error).response)
    }
  }

  /// Records the lines of a request, and returns their answers.
  private func record(_ request: WebRequest) throws -> [UInt8] {
    guard request.method == .post else {
      throw WebRefusal(allowing: "POST", "Lines are sent by POST.")
    }
    let pad = try signer(of: request)
    let now = world.instant()
    guard limit.admits(pad.name, at: now.ticks) else {
      throw WebRefusal(429, 75, "too_many", "This pad sends too many requests.")
    }
    guard request.query.count == 1, let uid = request["session"].flatMap(EventID.init) else {
      throw WebRefusal(400, 64, "usage", "The only parameter is the uid of the session.")
    }
    try log.openIfPresent()
    let session = try log.sessionNumber(named: pad.session)
    guard try log.uid(of: session) == uid else { throw WebRefusal.otherSession }
    let recording = Recording(log: log, pad: pad, session: session, now: now)
    let lines = try lines(of: request.body)
    func perform() throws -> (entries: [Entry], results: [Recorded]) {
      let entries = try lines.map { try entry(for: $0.text, $0.number, recording) }
      let commands = entries.compactMap { try? $0.requests.get() }
      guard commands.joined().count <= Self.mostLines else {
        throw WebRefusal(413, 64, "too_large", "A request has \(Self.mostLines) presses at most.")
      }
      return (entries, commands.isEmpty ? [] : try log.perform(commands: commands))
    }
    var performed = try perform()
    // Another server may have recorded a line after it was read here, with the clocks of its arrival
    // there: read again, the line is a repeated one.
    let isReused = performed.results.contains { result in
      if case .failure(.idReused) = result { true } else { false }
    }
    if isReused { performed = try perform() }
    return try answers(to: performed.entries, performed.results[...], at: now)
  }

  /// The receipts for a line, or the reason why the log refused it.
  private typealias Recorded = Result<[Receipt], Rejection>

  /// The requests for a line, or the reason why it is refused.
  private typealias Entry = (line: Int, id: EventID?, requests: Result<[Request], any Error>)

  /// An error of the log itself is thrown: the pad keeps all its lines.
  private func entry(for text: String, _ number: Int, _ recording: Recording) throws -> Entry {
    var id: EventID?
    do {
      let line = try PadLine(text)
      id = line.id
      return (number, id, .success(try recording.requests(for: line)))
    } catch let refusal as WebRefusal {
      if refusal.status == 403 { throw refusal }
      return (number, id, .failure(refusal))
    } catch let rejection as Rejection {
      return (number, id, .failure(rejection))
    }
  }

  private func answers(
    to entries: [Entry], _ results: ArraySlice<Recorded>, at now: Instant
  ) throws -> [UInt8] {
    var results = results
    var json = JSONWriter()
    for entry in entries {
      switch entry.requests.flatMap({ requests in
        results.removeFirst().map { (requests, $0) }.mapError { $0 }
      }) {
      case .success(let (requests, receipts)):
        let answer = Answer(
          to: requests, receipts, in: log, StopwatchLabel(), at: now,
          localClock: world.localClock, isStreamed: true)
        for receipt in receipts {
          json.element(["line": entry.line] + (try answer.object(receipt)))
          json.endLine()
        }
      case .failure(let error):
        let refusal = error as? WebRefusal ?? describe(error)
        json.element(
          ["line": entry.line, "id": IfAny(entry.id), "error": refusal.error] as JSONFields)
        json.endLine()
      }
    }
    return json.bytes
  }

  /// Returns the pad that signed a request.
  private func signer(of request: WebRequest) throws -> Pad {
    let words = (request.headers["authorization"] ?? "").split(separator: " ")
    guard words.count == 3, words[0] == "Laptimer", let pad = try pads.pads()[String(words[1])],
      PadSignature.areEqual(
        String(words[2]),
        PadSignature.text(token: pad.token, target: request.target, body: request.body))
    else {
      throw WebRefusal(401, 77, "not_signed", "The pad is unknown, or its token wrong.")
    }
    return pad
  }

  /// Returns the lines of a body that are not empty, each with its number.
  private func lines(of body: [UInt8]) throws(WebRefusal) -> [(number: Int, text: String)] {
    guard let text = String(validating: body, as: UTF8.self) else {
      throw WebRefusal(400, 65, "invalid_utf8", "The lines are not UTF-8.")
    }
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
      .filter { !$0.element.isEmpty }
    guard lines.count <= Self.mostLines else {
      throw WebRefusal(413, 64, "too_large", "A request has \(Self.mostLines) lines at most.")
    }
    return lines.map { ($0.offset + 1, String(Substring($0.element))) }
  }
}
