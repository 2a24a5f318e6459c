import Glibc
package import Live
package import Signals
package import SignalsPoll
package import Text
package import Timing

/// A terminal in use: its keyboard, size, Unix signals and screen.
package final class TerminalSession {
  /// The end of a session.
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
  /// The keys pressed, each with a reading of the clocks at its arrival.
  package var presses: Signal<KeyPress> { pressSubject.signal }
  /// The size of the screen now, then each new one.
  package var sizes: Signal<ScreenSize> { size.signal }

  private let device: any Device
  private let signals: UnixSignals
  private let input: TimestampedInput<Instant>
  private let reading: (Instant) -> Reading
  private let pressSubject = Subject<KeyPress>()
  private let size: Relay<ScreenSize>
  private var decoder = KeyDecoder()
  /// The clocks at the arrival of the newest bytes.
  private var newest: Instant?
  private var keyTimeout: Subscription?
  private var listeners: [Subscription] = []
  private var ending: Ending?

  /// The longest time between two bytes of one key, over a slow line.
  private static let escapeTimeout = Duration.milliseconds(50)
  /// The timeout for a paste whose end marker was lost; no key is recognized until then.
  ///
  /// The rest of a paste that stalls for longer is read as keys.
  private static let pasteTimeout = Duration.seconds(1)

  /// Listens to a terminal, whose device is open.
  ///
  /// Call this before other files are added to the loop, so that keys are handled first; and make
  /// the signals before the device, so that none is missed.
  package init(
    _ device: any Device, charset: Charset = .utf8, signals: UnixSignals, loop: EventLoop,
    input: TimestampedInput<Instant>, reading: @escaping (Instant) -> Reading
  ) {
    self.device = device
    self.charset = charset
    self.signals = signals
    self.loop = loop
    self.input = input
    self.reading = reading
    size = Relay(device.size)
    listeners = [
      // Keys come first: a key pressed before Ctrl-C is handled before it.
      loop.whenReadable(input.file) { [unowned self] in readKeys() },
      loop.whenReadable(signals.file) { [unowned self] in readSignals() },
    ]
  }

  /// Shows frames until the user quits or the session ends; then restores the terminal.
  ///
  /// `quits` has an element when the user quits, and `bells` one for each ring of the terminal's
  /// bell. Throws the failure of the loop, after the terminal is restored.
  package func run(
    _ frames: Signal<Frame>, until quits: Signal<Void>, bells: Signal<Void> = .never
  ) throws(EventLoop.Failure) -> Ending {
    let running = [
      quits.subscribe { [unowned self] in end(.quit) },
      frames.subscribe { [unowned self] in device.show($0) },
      bells.subscribe { [unowned self] in device.ring() },
    ]
    defer { withExtendedLifetime(running) { device.close() } }
    try loop.run()
    return ending ?? .quit
  }

  private func end(_ ending: Ending) {
    self.ending = self.ending ?? ending
    loop.stop()
  }

  private func readKeys() {
    for element in input.drain() where ending == nil {
      switch element {
      case .bytes(let bytes, let instant): receive(bytes, at: instant)
      case .end: end(.hangUp)
      }
    }
  }

  private func receive(_ bytes: [UInt8], at instant: Instant) {
    // The effect of a key depends on the latest events of other processes.
    loop.onWakeUp()
    keyTimeout = nil
    if let newest, decoder.isWaiting, instant.ticks - newest.ticks >= timeout {
      send(decoder.flush(), at: newest)
    }
    newest = instant
    send(decoder.keys(bytes), at: instant)
    guard decoder.isWaiting else { return }
    keyTimeout = loop.schedule(after: timeout) { [unowned self] in
      send(decoder.flush(), at: instant)
    }
  }

  /// The time after which an incomplete key is complete.
  private var timeout: Duration { decoder.isPasting ? Self.pasteTimeout : Self.escapeTimeout }

  private func send(_ keys: [Key], at instant: Instant) {
    let reading = reading(instant)
    for key in keys where ending == nil {
      if key == .control("l") { redraw() } else { pressSubject.send(KeyPress(key, at: reading)) }
    }
  }

  private func readSignals() {
    // A key pressed before the signal is handled before it.
    readKeys()
    while ending == nil, let number = signals.next() {
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

extension FeedReader {
  /// Reads a feed in a loop; a failure stops the loop.
  package convenience init(_ feed: any Feed, on loop: EventLoop) {
    self.init(feed, on: loop, rings: loop.readability(of:), onFailure: loop.stop)
    loop.onWakeUp = { [weak self] in self?.readNew() }
  }
}
