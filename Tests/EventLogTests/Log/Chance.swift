import EventLog
import Timing
import TimingTestSupport

/// What people, machines and clocks do when left to chance.
struct Chance {
  var seed: Seed

  /// Lets time pass, a clock be stepped, or the machine reboot.
  mutating func turn(_ machine: inout Machine) {
    machine.pass(.milliseconds(Int.random(in: 0...20_000, using: &seed)))
    switch Int.random(in: 0..<20, using: &seed) {
    case 0: machine.step(.seconds(Int.random(in: -7200...7200, using: &seed)))
    case 1: machine.reboot(lasting: .seconds(Int.random(in: -100...300, using: &seed)))
    default: break
    }
  }

  /// A command of any kind.
  mutating func command() -> Command {
    switch Int.random(in: 0..<26, using: &seed) {
    case 0...1: .start(start())
    case 2...3: .stop
    case 4...5: .resume
    case 6...11: .lap(label: maybe(text()))
    case 12: .mark(label: text())
    case 13...15: .undo
    case 16...17: .redo
    case 18: .amend(lap(), amendment())
    case 19: .remove(lap())
    case 20: .plan(plan())
    case 21: .name(text())
    case 22: .tag([text(), text()])
    case 23: .untag([text()])
    case 24: .identify([Person(first: text(), last: "", full: text())])
    default: .discard
    }
  }

  /// Of which session.
  mutating func target(for command: Command, sessions: Int) -> Request.Target {
    if case .start = command, Int.random(in: 0..<4, using: &seed) > 0 {
      return .new(also: Bool.random(using: &seed))
    }
    guard sessions > 0, Int.random(in: 0..<3, using: &seed) == 0 else { return .implied }
    return .named("\(Int.random(in: 1...sessions, using: &seed))", also: true)
  }

  /// When it is said to have happened.
  mutating func time(for command: Command, _ machine: Machine) -> Request.Time {
    let span = Duration.milliseconds(Int.random(in: 0...30_000, using: &seed))
    switch (Int.random(in: 0..<8, using: &seed), command) {
    case (0, _): return .ago(span)
    case (1, _): return .at(machine.reading.recordedAt - span)
    case (2, .start): return .after(span)
    default: return .now
    }
  }

  private mutating func start() -> Event.Start {
    Event.Start(
      name: maybe(text()), tags: maybe([text()]) ?? [],
      plan: Plan(
        laps: maybe(Int.random(in: 1...4, using: &seed)), limit: maybe(span()),
        minimumLap: maybe(.seconds(2))))
  }

  private mutating func plan() -> PlanChange {
    PlanChange(
      laps: rule(Int.random(in: 1...6, using: &seed)), limit: rule(span()),
      minimumLap: rule(.seconds(3)))
  }

  private mutating func rule<Value>(_ value: Value) -> PlanChange.Rule<Value> {
    switch Int.random(in: 0..<3, using: &seed) {
    case 0: .unchanged
    case 1: .lifted
    default: .set(value)
    }
  }

  private mutating func lap() -> LapReference {
    let number = Int.random(in: 1...5, using: &seed)
    return Bool.random(using: &seed) ? .number(number) : .event(number + 1)
  }

  private mutating func amendment() -> Event.Amendment {
    switch Int.random(in: 0..<3, using: &seed) {
    case 0: .by(.milliseconds(Int.random(in: -5000...5000, using: &seed)))
    case 1: .at(Moment(nanosecondsSince1970: 1_800_000_000_000_000_000) + span())
    default: .label(text())
    }
  }

  private mutating func span() -> Duration {
    .milliseconds(Int.random(in: 1...90_000, using: &seed))
  }

  private mutating func text() -> String {
    let text = String.random(using: &seed)
    return text.isEmpty ? "pit" : text
  }

  private mutating func maybe<Value>(_ value: Value) -> Value? {
    Int.random(in: 0..<3, using: &seed) == 0 ? value : nil
  }
}

extension Bench {
  /// Does so many random things, refused ones among them.
  ///
  /// - Returns: how many were done.
  @discardableResult
  mutating func happen(_ count: Int, _ chance: inout Chance, on log: EventLog? = nil) throws -> Int
  {
    let log = try log ?? open(.appending(longLived: true))
    var done = 0
    for _ in 0..<count {
      chance.turn(&machine)
      let command = chance.command()
      let request = request(
        command, of: chance.target(for: command, sessions: try log.newestSession),
        time: chance.time(for: command, machine))
      do {
        _ = try log.append(request)
        done += 1
      } catch is Rejection {}
    }
    return done
  }
}
