/// A terminal that shows frames.
package protocol Device: AnyObject {
  /// The present size.
  var size: ScreenSize { get }
  /// Shows a frame of this size, writing only what has changed.
  func show(_ frame: Frame)
  /// Restores the terminal's settings and screen.
  func close()
  /// Takes the terminal over again, after it was closed or others wrote to it; the next frame is
  /// written in full.
  func reopen()
}

/// The reason why no device can be opened.
package enum DeviceError: Error, Hashable, Sendable {
  /// Standard input or output is not a terminal.
  case notATerminal
}
