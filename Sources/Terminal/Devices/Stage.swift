import Glibc
package import Signals
package import Timing

/// A terminal in use: its keyboard, its size, the signals of Unix, and what it shows.
package final class Stage {
  /// How it ended.
  package enum Ending: Hashable, Sendable {
    /// The user left.
    case left
    /// The terminal is gone.
    case hangup
    /// A signal wants the process to end.
    case signal(Int32)
  }

  /// The keys that are pressed, each with what the clocks said before it was even read.
  package var presses: Signal<KeyPress> { pressing.signal }
  /// The size of the screen, now and whenever it changes.
  package var sizes: Signal<Size> { sizing.signal }

  private let loop: Loop
  private let device: any Device
  private let signals: UnixSignals
  private let input: Int32
  private let now: () -> Reading
  private let pressing = Subject<KeyPress>()
  private let sizing: Relay<Size>
  private var decoder = KeyDecoder()
  private var escape: Subscription?
  private var held: [Subscription] = []
  private var ending = Ending.left

  /// The longest that the bytes of one key may be apart, over a slow line.
  private static let escapeTime = Duration.milliseconds(50)
  /// After how long a paste is taken to be over whose end was lost: until then no key is one.
  ///
  /// What a line that stalls for longer brings of it is taken for keys.
  private static let pasteTime = Duration.seconds(1)

  /// Listens to the terminal.
  ///
  /// Make it before the loop is given anything else to listen to: then the moment of a key is read
  /// before anything is done.
  ///
  /// - Parameters:
  ///   - device: where frames are shown; open.
  ///   - signals: where the signals arrive; made before the device, so that none is missed.
  ///   - loop: the loop that everything runs on.
  ///   - input: the file that keys come from.
  ///   - now: what the clocks say.
  package init(
    _ device: any Device, signals: UnixSignals, loop: Loop, input: Int32,
    now: @escaping () -> Reading
  ) {
    self.device = device
    self.signals = signals
    self.loop = loop
    self.input = input
    self.now = now
    sizing = Relay(device.size)
    held = [
      // Keys first: what was pressed before Ctrl-C is taken before it.
      loop.whenReadable(input) { [unowned self] in readKeys() },
      loop.whenReadable(signals.file) { [unowned self] in readSignals() },
    ]
  }

  /// Shows frames until the user leaves, or has to; the terminal is given back then.
  package func run(_ frames: Signal<Frame>, until quits: Signal<Void>) -> Ending {
    let held = [
      quits.subscribe { [unowned self] in end(.left) },
      frames.subscribe { [unowned self] in device.show($0) },
    ]
    loop.run()
    withExtendedLifetime(held) {}
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
      if count == 0 || (errno != EINTR && errno != EAGAIN) { end(.hangup) }
      return
    }
    // What the keys mean depends on what others have done up to now.
    loop.onWakeUp()
    send(decoder.keys(bytes[..<count]), reading)
    escape = nil
    guard decoder.isWaiting else { return }
    let patience = decoder.isPasting ? Self.pasteTime : Self.escapeTime
    escape = loop.schedule(after: patience) { [unowned self] in
      send(decoder.flush(), reading)
    }
  }

  private func send(_ keys: [Key], _ reading: Reading) {
    for key in keys {
      if key == .control("l") { redraw() } else { pressing.send(KeyPress(key, at: reading)) }
    }
  }

  private func readSignals() {
    while let number = signals.next() {
      switch number {
      case SIGWINCH: sizing.value = device.size
      case SIGCONT: redraw()
      case SIGTSTP:
        device.close()
        UnixSignals.deliver(SIGTSTP)
        redraw()
      default: return end(.signal(number))
      }
    }
  }

  /// Writes all anew, on a terminal that others may have written to.
  private func redraw() {
    device.reopen()
    sizing.value = device.size
  }
}
