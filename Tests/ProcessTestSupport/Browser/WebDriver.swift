import Foundation

/// A session of a headless Chromium, driven over the WebDriver protocol.
///
/// `chromedriver` is started for it on a port of its own. A shell between ends both, and removes
/// their files, as soon as this process ends or releases it.
final class WebDriver {
  /// A command that the browser refused.
  struct Failure: Error, CustomStringConvertible {
    let command: String
    let message: String

    var description: String { "\(command): \(message)" }
  }

  private let child: Child
  private let transcript: Transcript
  private let port: Int
  private let session: String
  private let folder: ScratchFolder

  /// Starts a browser, in about two seconds, with arguments beside the usual ones.
  init(arguments: [String]) throws {
    folder = try ScratchFolder()
    // Chromium writes a last few files after its driver has ended.
    let script = """
      TMPDIR="$1" chromedriver --port=0 & driver=$!
      read line; kill $driver; wait $driver
      for try in 1 2 3 4 5; do rm -rf "$1"; sleep 0.1; done
      """
    child = try Child(["sh", "-c", script, "driver", folder.path], input: .pipe)
    transcript = Transcript(of: child)
    port = try Self.port(in: transcript)
    let options: [String: Any] = [
      "args": [
        // Chromium has no sandbox for root, and ends with the pipe if the driver is killed.
        "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu",
        "--disable-dev-shm-usage", "--no-first-run", "--user-data-dir=\(folder.path)/profile",
        "--force-device-scale-factor=1", "--hide-scrollbars", "--disable-background-networking",
      ] + arguments
    ]
    let wanted: [String: Any] = [
      "browserName": "chrome", "goog:chromeOptions": options,
      "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
    ]
    let answer = try Self.send(
      "POST", "/session", ["capabilities": ["alwaysMatch": wanted]], port: port)
    guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
      throw Failure(command: "/session", message: "\(answer ?? "no answer")")
    }
    session = id
  }

  deinit {
    _ = try? perform("", by: "DELETE")
    child.closeInput()
    _ = try? child.end()
  }

  /// Performs a command of the session, and returns its value.
  @discardableResult func perform(
    _ command: String, _ body: [String: Any] = [:], by method: String = "POST"
  ) throws -> Any? { try Self.send(method, "/session/\(session)\(command)", body, port: port) }

  private static func send(
    _ method: String, _ command: String, _ body: [String: Any], port: Int
  ) throws -> Any? {
    let sent = method == "POST" ? try JSONSerialization.data(withJSONObject: body) : Data()
    let exchange = try HTTPExchange(
      method, command, port: port, headers: ["Content-Type": "application/json"],
      body: [UInt8](sent))
    let value = (exchange.json as? [String: Any])?["value"]
    guard exchange.status == 200 else {
      let message = (value as? [String: Any])?["message"] as? String ?? exchange.text
      throw Failure(command: command, message: message)
    }
    return value is NSNull ? nil : value
  }

  /// Waits for the line that names the port.
  private static func port(in transcript: Transcript) throws -> Int {
    for count in 1...20 where transcript.waitForLines(count) {
      let text = String(decoding: transcript.soFar, as: UTF8.self)
      if let range = text.range(of: "successfully on port ") {
        if let port = Int(text[range.upperBound...].prefix { $0.isNumber }) { return port }
      }
    }
    throw Failure(
      command: "chromedriver", message: String(decoding: transcript.soFar, as: UTF8.self))
  }
}
