import Signals
import Testing

@testable import Web

/// Channels in virtual time, with readers that take what is sent at once or later.
@Suite struct EventChannelTests {
  @Test(arguments: 0..<300)
  func `readers end at the newest state, with one message waiting at most`(seed: Int) throws {
    var random = Lehmer(seed)
    let scheduler = VirtualScheduler()
    let list = List()
    let channel = list.channel(on: scheduler)
    var readers: [FakeReader] = []
    for _ in 0..<Int.random(in: 50...700, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0 where readers.count < 8: readers.append(FakeReader(of: channel, list, after: nil))
      case 1:
        // One that comes back, with a state that may be kept no longer or is another process's.
        guard let index = readers.indices.randomElement(using: &random) else { continue }
        readers[index].leave()
        let state = readers[index].state
        let isKnown = Bool.random(using: &random)
        readers[index] = FakeReader(of: channel, list, after: isKnown ? "t\(state ?? 0)" : "other")
      case 2: channel.broadcast(StreamMessage("clock", data: Array("{}".utf8)))
      case 3: scheduler.advance(by: .milliseconds(1))
      case 4: for reader in readers { reader.isSlow = Int.random(in: 0..<3, using: &random) == 0 }
      case 5: readers.randomElement(using: &random)?.drain()
      default: list.publish(to: channel)
      }
    }
    for reader in readers { reader.isSlow = false }
    while readers.contains(where: \.isWaiting) { for reader in readers { reader.drain() } }
    scheduler.run()
    #expect(readers.allSatisfy { $0.state == list.newest })
    #expect(channel.readerCount == readers.count)
    for reader in readers { #expect(reader.faults == []) }
  }

  @Test func `thousands of readers are sent to by slices`() {
    let scheduler = VirtualScheduler()
    let list = List()
    let channel = list.channel(on: scheduler)
    let readers = (0..<1_700).map { _ in FakeReader(of: channel, list, after: nil) }
    list.publish(to: channel)
    let first = readers.count { $0.state == 1 }
    #expect(first > 0 && first < 1_000)
    // A publication amid the slices is sent with the one before.
    list.publish(to: channel)
    scheduler.run()
    #expect(readers.allSatisfy { $0.state == 2 && $0.faults == [] })
  }

  @Test func `a reader who lacks 255 publications gets them, and one who lacks more a resync`() {
    for (count, resyncs) in [(1, 0), (255, 0), (256, 0), (257, 1), (1_000, 1)] {
      let list = List()
      let channel = list.channel(on: VirtualScheduler())
      let reader = FakeReader(of: channel, list, after: nil)
      reader.isSlow = true
      // The first one waits; the others are lacked.
      for _ in 0...count { list.publish(to: channel) }
      reader.isSlow = false
      reader.drain()
      #expect(reader.resyncs == resyncs, "\(count)")
      #expect(reader.state == count + 1)
    }
  }

  @Test func `a state that is kept is resumed, and others are answered by a resync`() {
    let list = List()
    let channel = list.channel(on: VirtualScheduler())
    for _ in 1...300 { list.publish(to: channel) }
    #expect(channel.first(after: "t300").map(\.event) == ["clock"])
    #expect(
      channel.first(after: "t45").map(\.event)
        == ["clock"] + Array(repeating: "change", count: 255))
    #expect(channel.first(after: "t44").map(\.event) == ["clock", "resync"])
    #expect(channel.first(after: nil).map(\.event) == ["clock", "board"])
    #expect(channel.first(after: "t298").map(\.event) == ["clock", "change", "change"])
    #expect(channel.first(after: "other").map(\.event) == ["clock", "resync"])
    #expect(channel.first(after: "other").map(\.token) == [nil, "t300"])
  }
}

/// A list whose states are numbered.
private final class List {
  var newest = 0

  func channel(on scheduler: VirtualScheduler) -> EventChannel {
    EventChannel(
      of: "t0", on: scheduler, clock: { Array("{}".utf8) }, board: { Array("{}".utf8) })
  }

  func publish(to channel: EventChannel) {
    newest += 1
    channel.publish(
      StreamMessage("change", token: "t\(newest)", data: Array("t\(newest - 1)".utf8)))
  }
}

/// A reader that applies what it gets as a page does.
private final class FakeReader: StreamReader {
  private unowned let channel: EventChannel
  private let list: List
  var newest = 0
  private var waiting: [UInt8]?
  /// Whether what is sent to it waits.
  var isSlow = false
  private(set) var state: Int?
  private(set) var resyncs = 0
  private(set) var faults: [String] = []

  init(of channel: EventChannel, _ list: List, after token: String?) {
    (self.channel, self.list) = (channel, list)
    // A page that comes back still has its state.
    state = token.flatMap { Int($0.dropFirst()) }
    channel.attach(self, after: token)
  }

  var isWaiting: Bool { waiting != nil }

  func send(_ bytes: [UInt8]) {
    if isWaiting { faults.append("a second message waits") }
    if isSlow { waiting = bytes } else { receive(bytes) }
  }

  func leave() { channel.detach(self) }

  func end() { leave() }

  func drain() {
    guard let bytes = waiting else { return }
    waiting = nil
    receive(bytes)
    channel.drained(self)
  }

  private func receive(_ bytes: [UInt8]) {
    for event in String(decoding: bytes, as: UTF8.self).split(separator: "\n\n") {
      let fields = Dictionary(
        event.split(separator: "\n").map { line in
          let sides = line.split(separator: ": ", maxSplits: 1)
          return (String(sides[0]), String(sides[1]))
        }, uniquingKeysWith: { _, _ in "twice" })
      let number = { (name: String) in fields[name].flatMap { Int($0.dropFirst()) } }
      switch fields["event"] {
      case "board": state = number("id")
      case "resync":
        // It fetches the list at once.
        resyncs += 1
        state = list.newest
      case "change":
        guard let id = number("id"), let from = number("data"), let known = state else {
          faults.append("a change without a state")
          continue
        }
        if from == known { state = id } else if from > known { faults.append("\(known)…\(from)") }
      default: break
      }
    }
  }
}

/// Lehmer's generator, whose numbers are the same in each run.
private struct Lehmer: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 2_654_435_761 | 1 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
  }
}
