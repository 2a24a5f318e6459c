package import Signals

/// A field of a form: shown, edited by keys, and bound to a value by `<->`.
package final class Field: Bindable {
  /// The line as it is shown.
  package private(set) var line: TextLine
  private let edits = Subject<String>()

  package init(_ text: String = "") {
    line = TextLine(text)
  }

  /// The text; setting it puts the cursor behind it.
  package var value: String {
    get { line.text }
    set { line = TextLine(newValue) }
  }

  /// What the user has made of the text, each time that a key changes it.
  package var changes: Signal<String> { edits.signal }

  /// Does what a key says.
  func take(_ key: Key) {
    if line.take(key) { edits.send(line.text) }
  }
}
