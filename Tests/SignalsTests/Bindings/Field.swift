import Signals

/// A text field as on a screen: what the user enters is a change, what the program shows is not.
final class Field: Bindable {
  private let edits = Subject<String>()
  private var text: String
  private(set) var timesShown = 0

  var value: String {
    get { text }
    set {
      text = newValue
      timesShown += 1
    }
  }

  var changes: Signal<String> { edits.signal }

  init(_ text: String = "") {
    self.text = text
  }

  func enter(_ text: String) {
    self.text = text
    edits.send(text)
  }
}
