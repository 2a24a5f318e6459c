import Glibc
package import Signals
package import SignalsPoll
package import Timing

/// A terminal in use: its keyboard, size, Unix signals and screen.
package final class TerminalSession {
  /// How a session ended.
  package enum Ending: Hashable, Sendable {
    /// The user quit.
    case quit
    /// The terminal was closed.
    case hangUp
    /// A signal that ends the process.
    case signal(Int32)
  }

  /// The event loop on which everything runs.
  package let loop: EventLoop
  /// The characters that the terminal can show.
  package let charset: Charset
  /// The keys pressed, each with a reading of the clocks before it was read.
  package var presses: Signal<KeyPress> { pressSubject.signal }
  /// The size of the screen now, then each new one.
  package var sizes: Signal<ScreenSize> { size.signal }

  private let device: any Device
  private let signals: UnixSignals
  private let input: Int32
  private let now: () -> Reading
  private let pressSubject = Subject<KeyPress>()
  private let size: Relay<ScreenSize>
  private var decoder = KeyDecoder()
  private var keyTimeout: Subscription?
  private var listeners: [Subscription] = []
  private var ending = Ending.quit

  /// The longest time between two bytes of one key, over a slow line.
  private static let escapeTimeout = Duration.milliseconds(50)
  /// The timeout for a paste whose end marker was lost; no key is recognized until then.
  ///
  /// The rest of a paste that stalls for longer is read as keys.
  private static let pasteTimeout = Duration.seconds(1)

  /// Listens to a terminal.
  ///
  /// Call this before other files are added to the loop, so that the clocks of a key are read
  /// first.
  ///
  /// - Parameters:
  ///   - device: the device that shows frames; open.
  ///   - charset: the characters that it can show.
  ///   - signals: the Unix signals; made before the device, so that none is missed.
  ///   - loop: the event loop.
  ///   - input: the file to read keys from.
  ///   - now: reads the clocks.
  package init(
    _ device: any Device, charset: Charset = .utf8, signals: UnixSignals, loop: EventLoop,
    input: Int32, now: @escaping () -> Reading
  ) {
    self.device = device
    self.charset = charset
    self.signals = signals
    self.loop = loop
    self.input = input
    self.now = now
    size = Relay(device.size)
    listeners = [
      // Keys come first: a key pressed before Ctrl-C is handled before it.
      loop.whenReadable(input) { [unowned self] in readKeys() },
      loop.whenReadable(signals.file) { [unowned self] in readSignals() },
    ]
  }

  /// Shows frames until the user quits or the session ends; then restores the terminal.
  package func run(_ frames: Signal<Frame>, until quits: Signal<Void>) -> Ending {
    let running = [
      quits.subscribe { [unowned self] in end(.quit) },
      frames.subscribe { [unowned self] in device.show($0) },
    ]
    loop.run()
    withExtendedLifetime(running) {}
    device.close()
    return ending
  }

  private func end(_ ending: Ending) {
    self.ending = ending
    loop.stop()
  }

  private func readKeys() {
    let reading = now()
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(input, &bytes, bytes.count)
    guard count > 0 else {
      if count == 0 || (errno != EINTR && errno != EAGAIN) { end(.hangUp) }
      return
    }
    // The effect of a key depends on the latest events of other processes.
    loop.onWakeUp()
    send(decoder.keys(bytes[..<count]), reading)
    keyTimeout = nil
    guard decoder.isWaiting else { return }
    let timeout = decoder.isPasting ? Self.pasteTimeout : Self.escapeTimeout
    keyTimeout = loop.schedule(after: timeout) { [unowned self] in
      send(decoder.flush(), reading)
    }
  }

  private func send(_ keys: [Key], _ reading: Reading) {
    for key in keys {
      if key == .control("l") { redraw() } else { pressSubject.send(KeyPress(key, at: reading)) }
    }
  }

  private func readSignals() {
    while let number = signals.next() {
      switch number {
      case SIGWINCH: size.value = device.size
      case SIGCONT: redraw()
      case SIGTSTP:
        device.close()
        UnixSignals.deliver(SIGTSTP)
        redraw()
      default: return end(.signal(number))
      }
    }
  }

  /// Draws the whole screen again, since others may have written to the terminal.
  private func redraw() {
    device.reopen()
    size.value = device.size
  }
}
