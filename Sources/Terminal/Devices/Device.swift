/// Something that shows frames.
package protocol Device: AnyObject {
  /// How large it is now.
  var size: Size { get }
  /// Shows a frame of this size; what is shown already is not written again.
  func show(_ frame: Frame)
  /// Gives the terminal back as it was.
  func close()
  /// Takes the terminal again, after it was given back or may have been changed by others; the next
  /// frame is written as a whole.
  func reopen()
}

/// Why there is no screen.
package enum DeviceError: Error, Hashable, Sendable {
  /// Standard input or output is no terminal.
  case noTerminal
}
