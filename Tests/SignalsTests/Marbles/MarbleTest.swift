import Signals
import Testing

/// A test with marble diagrams: virtual time, sources from diagrams, and recordings of signals.
final class MarbleTest {
  static let frame: Duration = .milliseconds(100)
  let scheduler = VirtualScheduler()

  /// A source that runs from frame 0, with or without subscribers.
  func hot(_ drawing: String) -> Probe {
    let subject = Subject<String>()
    for entry in Picture(drawing).entries {
      later(.frames(entry.frame)) {
        switch entry.mark {
        case .element(let name): subject.send(name)
        case .end: subject.end()
        case .subscribed, .released: break
        }
      }
    }
    return Probe(subject.signal, on: scheduler)
  }

  /// A source that runs separately for each subscriber, from the frame of the subscription.
  func cold(_ drawing: String) -> Probe {
    let picture = Picture(drawing)
    let scheduler = scheduler
    let source = Signal<String> { observer, lifetime in
      let start = scheduler.now
      for entry in picture.entries where lifetime.isActive {
        let send = {
          switch entry.mark {
          case .element(let name): observer.receive(name)
          case .end: observer.end()
          case .subscribed, .released: break
          }
        }
        guard entry.frame > 0 else {
          send()
          continue
        }
        let alarm = scheduler.schedule(at: start + .frames(entry.frame)) {
          if lifetime.isActive { send() }
        }
        lifetime.onEnd { alarm.cancel() }
      }
    }
    return Probe(source, on: scheduler)
  }

  /// Subscribes to a signal at the beginning of the frame of `^`, or at once if that is frame 0,
  /// and cancels at the end of the frame of `!`.
  func record<Element>(_ signal: Signal<Element>, during drawing: String = "^") -> Recording {
    let recording = Recording()
    let scheduler = scheduler
    for entry in Picture(drawing).entries {
      switch entry.mark {
      case .subscribed where entry.frame == 0: recording.start(signal, on: scheduler)
      case .subscribed:
        later(.frames(entry.frame) - .nanoseconds(1)) { recording.start(signal, on: scheduler) }
      case .released: later(.frames(entry.frame) + .nanoseconds(1)) { recording.stop() }
      case .element, .end: break
      }
    }
    return recording
  }

  func at(_ frame: Int, _ action: @escaping () -> Void) { later(.frames(frame), action) }

  func run(through frame: Int) { scheduler.advance(to: .frames(frame) + .nanoseconds(10)) }

  /// Records a signal for the length of a diagram, and 20 frames more after an end, and compares.
  func expect<Element>(
    _ signal: Signal<Element>, during drawing: String = "^", gives expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let recording = record(signal, during: drawing)
    let picture = Picture(expected)
    run(through: picture.frames - 1 + (picture.entries.contains { $0.mark == .end } ? 20 : 0))
    recording.expect(expected, sourceLocation: sourceLocation)
  }

  private var alarms: [Subscription] = []

  private func later(_ moment: Duration, _ action: @escaping () -> Void) {
    alarms.append(scheduler.schedule(at: moment, action))
  }
}

extension Duration {
  static func frames(_ count: Int) -> Duration { MarbleTest.frame * count }
}

/// A source that records its subscriptions and releases.
final class Probe {
  struct Fault: Error, Equatable, CustomStringConvertible { let description = "x" }

  private let source: Signal<String>
  private let scheduler: VirtualScheduler
  private var runs: [Picture] = []

  init(_ source: Signal<String>, on scheduler: VirtualScheduler) {
    (self.source, self.scheduler) = (source, scheduler)
  }

  var signal: Signal<String> {
    Signal { observer, lifetime in
      let run = self.runs.count
      self.runs.append(Picture(""))
      self.note(.subscribed, run)
      lifetime.onEnd { self.note(.released, run) }
      self.source.observe(observer, during: lifetime)
    }
  }

  var isSubscribed: Bool { runs.contains { $0.entries.last?.mark == .subscribed } }

  /// Expects subscriptions with these diagrams: `^--!`.
  func expectSubscriptions(_ drawn: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    let actual = runs.map(\.drawing)
    #expect(
      runs == drawn.map(Picture.init),
      "subscriptions expected: \(drawn)\nactual:                 \(actual)",
      sourceLocation: sourceLocation)
  }

  private func note(_ mark: Picture.Mark, _ run: Int) {
    runs[run].entries.append(.init(frame: Recording.frame(of: scheduler.now), mark: mark))
  }
}

/// The recorded elements and end of a signal, with their times.
final class Recording {
  private(set) var picture = Picture("")
  private var subscription: Subscription?

  func start<Element>(_ signal: Signal<Element>, on scheduler: VirtualScheduler) {
    subscription = signal.subscribe { [unowned self] element in
      let name = Self.name(of: element)
      note(.element(Self.isOnFrame(scheduler.now) ? name : "\(name)@\(scheduler.now)"), scheduler)
    } end: { [unowned self] in
      note(.end, scheduler)
    }
  }

  func stop() { subscription?.cancel() }

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
