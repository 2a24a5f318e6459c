import Signals

/// A text field: an edit by the user is a change, an assignment by the program is not.
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
