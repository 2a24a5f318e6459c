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
  /// An error for scripts: its exit code on the command line, its name, and a sentence.
  package typealias Words = (code: Int, kind: String, message: String)

  /// The limits of a request.
  static let (mostLines, mostBytes) = (200, 1 << 16)
  /// The time that a press may be ahead of this machine's clock.
  static let mostAhead = Duration.seconds(1)
  /// The requests that a pad can send at once, and the time after which it can send one more.
  static let (mostRequests, pause) = (20, Duration.milliseconds(200))

  private let log: Logbook
  private let pads: PadsFile
  private let world: World
  private let describe: (any Error) -> Words
  /// The time at which a pad that sent requests could send all again that it may send at once.
  private var busyUntil: [String: Duration] = [:]

  /// Creates a handler that appends to a log; `describe` renders its errors in English.
  package init(
    log: Logbook, pads: PadsFile, world: World, describe: @escaping (any Error) -> Words
  ) {
    (self.log, self.pads, self.world, self.describe) = (log, pads, world, describe)
  }

  package func answer(_ request: WebRequest) -> WebAnswer {
    do {
      return .response(
        WebResponse(200, "application/x-ndjson", try record(request)))
    } catch let refusal as RequestRefusal {
      return .response(refusal.response)
    } catch let fault as PadsFile.Fault {
      return .response(RequestRefusal(503, 75, fault.kind, fault.message).response)
    } catch {
      let (code, kind, message) = describe(error)
      return .response(RequestRefusal(503, code, kind, message).response)
    }
  }

  /// Records the lines of a request, and returns their answers.
  private func record(_ request: WebRequest) throws -> [UInt8] {
    guard request.method == .post else {
      throw RequestRefusal(405, 64, "usage", "Lines are sent by POST.")
    }
    guard request.body.count <= Self.mostBytes else {
      throw RequestRefusal(413, 64, "too_large", "A request has 64 KiB at most.")
    }
    let pad = try signer(of: request)
    let now = world.instant()
    try limit(pad, at: now.ticks)
    guard request.query.count == 1, let uid = request["session"].flatMap(EventID.init) else {
      throw RequestRefusal(400, 64, "usage", "The only parameter is the uid of the session.")
    }
    try log.openIfPresent()
    guard let session = try number(of: pad), try log.uid(of: session) == uid else {
      throw RequestRefusal(403, 77, "not_allowed", "This pad belongs to another session.")
    }
    let lines = try lines(of: request.body)
    let recording = Recording(log: log, pad: pad, session: session, now: now)
    let entries = try lines.map { try entry(for: $0, recording) }
    return try answers(to: entries, at: now)
  }

  /// The requests for a line, or the reason why it is refused.
  private struct Entry {
    var id: EventID?
    var requests: Result<[Request], any Error>
  }

  /// An error of the log itself is thrown: the pad keeps all its lines.
  private func entry(
    for line: Result<PadLine, PadLine.Fault>, _ recording: Recording
  ) throws -> Entry {
    switch line {
    case .failure(let fault): return Entry(requests: .failure(fault))
    case .success(let line):
      do {
        return Entry(id: line.id, requests: .success(try recording.requests(for: line)))
      } catch let refusal as RequestRefusal {
        return Entry(id: line.id, requests: .failure(refusal))
      } catch let rejection as Rejection {
        return Entry(id: line.id, requests: .failure(rejection))
      }
    }
  }

  private func answers(to entries: [Entry], at now: Instant) throws -> [UInt8] {
    let commands = entries.compactMap { try? $0.requests.get() }
    var results = commands.isEmpty ? [] : try log.perform(commands: commands)[...]
    var json = JSONWriter()
    for (index, entry) in entries.enumerated() {
      let requests: [Request]
      let receipts: [Receipt]
      do {
        requests = try entry.requests.get()
        receipts = try results.removeFirst().get()
      } catch {
        let (code, kind, message) = words(of: error)
        let error: JSONFields = ["code": code, "kind": kind, "message": message]
        json.element(["line": index + 1, "id": IfAny(entry.id), "error": error] as JSONFields)
        json.endLine()
        continue
      }
      let answer = Answer(
        to: requests, receipts, in: log, StopwatchLabel(), at: now,
        localClock: world.localClock, isStreamed: true)
      for receipt in receipts {
        json.element(["line": index + 1] + (try answer.object(receipt)))
        json.endLine()
      }
    }
    return json.bytes
  }

  private func words(of error: any Error) -> Words {
    switch error {
    case let refusal as RequestRefusal: (refusal.code, refusal.kind, refusal.message)
    case PadLine.Fault.wrong(let reason): (65, "bad_line", reason)
    default: describe(error)
    }
  }

  /// Returns the pad that signed a request.
  private func signer(of request: WebRequest) throws -> Pad {
    let words = (request.headers["authorization"] ?? "").split(separator: " ")
    guard words.count == 3, words[0] == "Laptimer", let pad = try pads.pads()[String(words[1])],
      PadSignature.areEqual(
        String(words[2]),
        PadSignature.text(token: pad.token, target: request.target, body: request.body))
    else {
      throw RequestRefusal(401, 77, "not_signed", "No pad with a known token has signed this.")
    }
    return pad
  }

  private func limit(_ pad: Pad, at now: Duration) throws {
    let until = max(now, busyUntil[pad.name] ?? now) + Self.pause
    guard until - now <= Self.pause * Self.mostRequests else {
      throw RequestRefusal(429, 75, "too_many", "This pad sends too many requests.")
    }
    // Pads that were renamed or removed are forgotten.
    busyUntil = busyUntil.filter { $0.value > now }
    busyUntil[pad.name] = until
  }

  /// Returns the number of a pad's session; nil if the log has no such session.
  private func number(of pad: Pad) throws -> Int? {
    do {
      return try log.sessionNumber(named: pad.session)
    } catch Rejection.unknownSession {
      return nil
    }
  }

  /// Returns the lines of a body; throws if one has a key that no pad may send.
  private func lines(of body: [UInt8]) throws -> [Result<PadLine, PadLine.Fault>] {
    guard let text = String(validating: body, as: UTF8.self) else {
      throw RequestRefusal(400, 65, "invalid_utf8", "The lines are not UTF-8.")
    }
    let texts = text.split(separator: "\n")
    guard texts.count <= Self.mostLines else {
      throw RequestRefusal(413, 64, "too_large", "A request has 200 lines at most.")
    }
    return try texts.enumerated().map { index, text in
      do throws(PadLine.Fault) {
        return .success(try PadLine(String(text)))
      } catch {
        if case .notAllowed(let key) = error {
          throw RequestRefusal(
            403, 77, "not_allowed",
            "Line \(index + 1) has the key '\(Harmless.text(key))', which a pad may not send.")
        }
        return .failure(error)
      }
    }
  }
}

/// The refusal of a request, or of one of its lines.
struct RequestRefusal: Error {
  let status: Int
  let code: Int
  let kind: String
  let message: String

  init(_ status: Int, _ code: Int, _ kind: String, _ message: String) {
    (self.status, self.code, self.kind, self.message) = (status, code, kind, message)
  }

  var response: WebResponse {
    let error: JSONFields = ["code": code, "kind": kind, "message": message]
    let headers: [(name: String, value: String)] =
      switch status {
      case 401: [("WWW-Authenticate", "Laptimer")]
      case 405: [("Allow", "POST")]
      case 429, 503: [("Retry-After", "1")]
      default: []
      }
    return WebResponse(
      status, "application/json", Array(JSONWriter.text(["error": error] as JSONFields).utf8),
      headers: headers)
  }
}
