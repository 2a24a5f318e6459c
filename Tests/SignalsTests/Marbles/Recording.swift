import Signals
import Testing
import Text

/// The recorded elements and end of a signal, with their times.
final class Recording {
  private(set) var picture = Picture([], frames: 0)
  private var subscription: Subscription?

  func start<Element>(_ signal: Signal<Element>, on scheduler: VirtualScheduler) {
    subscription = signal.subscribe { [unowned self] element in
      let name = Self.name(of: element)
      note(.element(Self.isOnFrame(scheduler.now) ? name : "\(name)@\(scheduler.now)"), scheduler)
    } end: { [unowned self] in
      note(.end, scheduler)
    }
  }

  func stop() {
    subscription?.cancel()
  }

  /// The names of the elements.
  var elements: [String] {
    picture.entries.compactMap { if case .element(let name) = $0.mark { name } else { nil } }
  }

  func expect(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let actual = picture.drawing
    #expect(
      picture == Picture(expected), "\nexpected: \(expected)\nactual:   \(actual)",
      sourceLocation: sourceLocation)
  }

  private func note(_ mark: Picture.Mark, _ scheduler: VirtualScheduler) {
    picture.entries.append(.init(frame: Self.frame(of: scheduler.now), mark: mark))
  }

  /// The frame nearest to a moment; subscriptions and releases are a nanosecond off.
  static func frame(of moment: Duration) -> Int {
    Int((moment + MarbleTest.frame / 2) / .nanoseconds(1)) / Int(MarbleTest.frame / .nanoseconds(1))
  }

  private static func isOnFrame(_ moment: Duration) -> Bool {
    let off = moment - .frames(frame(of: moment))
    return off >= .nanoseconds(-1) && off <= .nanoseconds(1)
  }

  private static func name<Element>(of element: Element) -> String {
    element is Void ? "v" : String(describing: element)
  }
}
