package import Timing

/// A key, whatever bytes the terminal sends for it.
package enum Key: Hashable, Sendable {
  /// What types a character, the space among them.
  case character(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, shiftLeft, shiftRight
  case pageUp, pageDown, home, end
  /// The control key with a letter, in lower case.
  case control(Character)
  /// Text that was pasted, which is no presses whatever it says; no more of it than a label takes.
  case paste(String)
}

/// A key that was pressed, and what the clocks said then: nothing was done before they were read.
package struct KeyPress: Hashable, Sendable {
  package var key: Key
  package var reading: Reading

  package init(_ key: Key, at reading: Reading) {
    self.key = key
    self.reading = reading
  }
}
