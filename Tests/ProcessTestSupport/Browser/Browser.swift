import Foundation

/// A headless Chromium of the tests, with one page under test at a time.
///
/// Tests wait for things that should be seen, never for a time.
// Unchecked: the tests that share a browser run one after the other.
package final class Browser: @unchecked Sendable {
  private let driver: WebDriver

  /// Whether the machine has Chromium and its driver.
  package static let isInstalled = ["chromium", "chromedriver"].allSatisfy { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// Starts a browser, for which `hosts` are names of 127.0.0.1.
  package init(hosts: [String] = []) throws {
    let rules = hosts.map { "MAP \($0) 127.0.0.1" }.joined(separator: ",")
    driver = try WebDriver(arguments: hosts.isEmpty ? [] : ["--host-resolver-rules=\(rules)"])
  }

  /// A wait that ended without what it waited for.
  package struct Timeout: Error, CustomStringConvertible { package let description: String }

  package func open(_ address: String) throws { try driver.perform("/url", ["url": address]) }

  /// Evaluates an expression of JavaScript in the page, which uses the other values as
  /// `arguments[0]`, ….
  package func value(_ expression: String, _ arguments: Any...) throws -> Any? {
    try driver.perform("/execute/sync", ["script": "return (\(expression))", "args": arguments])
  }

  /// Evaluates an expression whose value is a string.
  package func text(_ expression: String) throws -> String {
    try value(expression) as? String ?? ""
  }

  /// The text of the first element that matches a selector, as it is shown; nil without one.
  package func shownText(of selector: String) throws -> String? {
    try value("document.querySelector(arguments[0])?.innerText", selector) as? String
  }

  /// The texts of the cells of a table, a row each, as they are in the document.
  package func table(_ selector: String) throws -> [[String]] {
    try value(
      """
      [...document.querySelectorAll(arguments[0] + " tr")].map(
        (row) => [...row.cells].map((cell) => cell.textContent.trim()))
      """, selector) as? [[String]] ?? []
  }

  /// Waits until an expression is true.
  ///
  /// - Throws: ``Timeout`` with the text of the page.
  package func wait(
    for expression: String, _ arguments: Any..., within seconds: Double = 30
  ) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    let script = "return !!(\(expression))"
    while true {
      let isTrue = try driver.perform("/execute/sync", ["script": script, "args": arguments])
      if isTrue as? Bool == true { return }
      guard Date() < deadline else {
        let page = try shownText(of: "body") ?? ""
        throw Timeout(description: "\(expression) \(arguments), in: \(page)")
      }
      usleep(20_000)
    }
  }

  /// Waits until the page shows a text.
  package func wait(forText text: String, within seconds: Double = 30) throws {
    try wait(for: "document.body?.innerText.includes(arguments[0])", text, within: seconds)
  }

  /// Clicks on the first element that matches a selector.
  package func click(_ selector: String) throws {
    let found = try driver.perform("/element", ["using": "css selector", "value": selector])
    guard let id = (found as? [String: String])?.values.first else {
      throw WebDriver.Failure(command: "element", message: selector)
    }
    try driver.perform("/element/\(id)/click")
  }

  /// Types keys into whatever has the focus; `\u{E004}` is Tab, `\u{E007}` Enter.
  package func type(_ keys: String) throws {
    let actions = keys.map { String($0) }.flatMap { key in
      [["type": "keyDown", "value": key], ["type": "keyUp", "value": key]]
    }
    let source: [String: Any] = ["type": "key", "id": "keyboard", "actions": actions]
    try driver.perform("/actions", ["actions": [source]])
  }

  /// Sends a command of the DevTools protocol.
  @discardableResult
  package func devTools(
    _ command: String, _ parameters: [String: Any] = [:]
  ) throws -> [String: Any] {
    try driver.perform("/goog/cdp/execute", ["cmd": command, "params": parameters])
      as? [String: Any] ?? [:]
  }

  /// The page as a picture in PNG.
  package func screenshot() throws -> [UInt8] {
    let text = try driver.perform("/screenshot", by: "GET") as? String ?? ""
    return Data(base64Encoded: text).map { [UInt8]($0) } ?? []
  }
}

extension Browser {
  /// Shows pages as a window of this size does; `--window-size` has a least width of 500.
  package func resize(width: Int, height: Int, scale: Double = 1) throws {
    try devTools(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": scale, "mobile": false])
  }

  /// Shows pages as users do who prefer dark colors, or light ones.
  package func prefer(isDark: Bool) throws {
    try devTools(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]])
  }

  /// Turns the scripts of pages off or on, from the next page on.
  package func setScripts(areOn: Bool) throws {
    try devTools("Emulation.setScriptExecutionDisabled", ["value": !areOn])
  }

  /// Runs a script in each page before its own ones, from the next page on, until the function that is
  /// returned is called.
  package func addScript(_ source: String) throws -> () -> Void {
    let added = try devTools("Page.addScriptToEvaluateOnNewDocument", ["source": source])
    return { [self] in _ = try? devTools("Page.removeScriptToEvaluateOnNewDocument", added) }
  }

  /// Returns to an empty page with the usual settings, and forgets the messages so far.
  package func reset() throws {
    try setScripts(areOn: true)
    try devTools("Emulation.clearDeviceMetricsOverride")
    try devTools("Emulation.setEmulatedMedia", ["features": [Any]()])
    try open("about:blank")
    _ = try consoleMessages()
    _ = try requests()
  }

  /// Returns the console's messages since the last call.
  package func consoleMessages() throws -> [String] {
    try log("browser").compactMap { $0["message"] as? String }
  }

  /// Returns the addresses of the requests since the last call.
  package func requests() throws -> [String] {
    try log("performance").compactMap { entry in
      guard let text = entry["message"] as? String,
        let json = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
        let message = json["message"] as? [String: Any],
        message["method"] as? String == "Network.requestWillBeSent",
        let parameters = message["params"] as? [String: Any],
        let request = parameters["request"] as? [String: Any]
      else { return nil }
      return request["url"] as? String
    }
  }

  private func log(_ kind: String) throws -> [[String: Any]] {
    try driver.perform("/se/log", ["type": kind]) as? [[String: Any]] ?? []
  }
}

extension Browser {
  /// The windows, in no order; commands are for the current one.
  package func windows() throws -> [String] {
    try driver.perform("/window/handles", by: "GET") as? [String] ?? []
  }

  /// Opens a window, makes it the current one and returns its handle.
  package func openWindow() throws -> String {
    let answer = try driver.perform("/window/new", ["type": "tab"]) as? [String: Any]
    let handle = answer?["handle"] as? String ?? ""
    try switchTo(window: handle)
    return handle
  }

  package func switchTo(window: String) throws { try driver.perform("/window", ["handle": window]) }

  /// Closes the current window; another one has to be chosen then.
  package func closeWindow() throws { try driver.perform("/window", by: "DELETE") }
}
