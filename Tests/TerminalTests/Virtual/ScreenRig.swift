import Signals
import Terminal
import Testing
import Timing

/// A screen in virtual time with a subject as its keyboard.
protocol ScreenRig: AnyObject {
  var keyboard: Subject<KeyPress> { get }
  var frames: [Frame] { get }
  /// The clocks at a press.
  var reading: Reading { get }
  /// Advances the clocks and runs due alarms.
  func pass(_ span: Duration)
}

extension ScreenRig {
  func press(_ keys: Key...) {
    for key in keys { keyboard.send(KeyPress(key, at: reading)) }
  }

  /// Types a text; a line feed is Enter.
  func type(_ text: String) {
    for character in text { press(character == "\n" ? .enter : .character(character)) }
  }

  /// Types a text, if given after a time, and expects a message or a footer.
  func type(
    _ text: String, after span: Duration? = nil, message: String? = nil, footer: String? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) {
    if let span { pass(span) }
    type(text)
    if let message { #expect(self.message == message, sourceLocation: location) }
    if let footer { #expect(self.footer == footer, sourceLocation: location) }
  }

  var rows: [String] { frames.last?.rows.map(\.text) ?? [] }
  /// The row above the footer.
  var message: String { rows.dropLast().last ?? "" }
  var footer: String { rows.last ?? "" }
}
