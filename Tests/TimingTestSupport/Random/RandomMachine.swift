package import Timing
import Text

/// A machine on which anything may befall the clocks between two commands: the wall clock is
/// stepped, it reboots, a command runs in another time namespace or waits after its reading.
package struct RandomMachine: Sendable {
  private var machine = Machine()
  private var namespace: Int64 = 0
  private var lastBoot: Int64 = 1
  private var taken: [Reading] = []

  package init() {}

  /// What the clocks say, in the namespace of the moment.
  package var reading: Reading {
    var reading = machine.reading
    reading.clock = ClockID(rawValue: reading.clock.rawValue * 10 + namespace)
    reading.ticks += .seconds(1000 * namespace)
    return reading
  }

  /// Lets something happen to the machine, mostly that time passes.
  package mutating func goOn(_ seed: inout Seed) {
    switch seed.below(100) {
    case ..<15: break
    case ..<85: machine.pass(seed.span())
    case ..<91: machine.step(seed.signed(step(&seed)))
    case ..<95: machine.reboot(lasting: seed.chance(70) ? seed.span() : .zero - seed.span())
    default: namespace = Int64(seed.below(3))
    }
  }

  /// A step too small to be called one, just large enough, or large.
  private func step(_ seed: inout Seed) -> Duration {
    switch seed.below(5) {
    case 0: .milliseconds(seed.below(1000))
    case 1: .seconds(1)
    case 2: .seconds(1) + .nanoseconds(1)
    case 3: .seconds(5)
    default: .seconds(3600 * (1 + seed.below(48)))
    }
  }

  /// The clocks as the next command reads them; now and then it read them before others did.
  package mutating func read(_ seed: inout Seed) -> Reading {
    if seed.chance(12), let old = seed.pick(from: Array(taken.suffix(4))) { return old }
    taken.append(reading)
    return reading
  }
}
