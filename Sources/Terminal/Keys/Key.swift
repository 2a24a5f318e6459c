package import Timing

/// A key, independent of the bytes that a terminal sends for it.
package enum Key: Hashable, Sendable {
  /// A key that types a character, such as a letter or the space bar.
  case character(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, shiftLeft, shiftRight
  case pageUp, pageDown, home, end
  /// The control key with a letter, given in lower case.
  case control(Character)
  /// Pasted text, at most as long as a label; it presses no keys.
  case paste(String)
}

/// A key that was pressed, with the clocks at that moment.
package struct KeyPress: Hashable, Sendable {
  package var key: Key
  package var reading: Reading

  package init(_ key: Key, at reading: Reading) {
    self.key = key
    self.reading = reading
  }
}
