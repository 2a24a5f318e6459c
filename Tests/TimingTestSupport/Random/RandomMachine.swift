package import Timing
import Text

/// A machine whose clocks change at random between commands.
///
/// The wall clock steps, the machine reboots, a command runs in another time namespace or waits
/// after its reading.
package struct RandomMachine: Sendable {
  private var machine = Machine()
  private var namespace: Int64 = 0
  private var readings: [Reading] = []

  package init() {}

  /// The reading of the clocks in the current namespace.
  package var reading: Reading {
    var reading = machine.reading
    reading.clock = ClockID(rawValue: reading.clock.rawValue * 10 + namespace)
    reading.ticks += .seconds(1000 * namespace)
    return reading
  }

  /// Changes the machine at random: mostly time passes.
  package mutating func advance(_ seed: inout Seed) {
    switch seed.below(100) {
    case ..<15: break
    case ..<85: machine.pass(seed.span())
    case ..<91: machine.step(seed.signed(step(&seed)))
    case ..<95: machine.reboot(lasting: seed.chance(70) ? seed.span() : .zero - seed.span())
    default: namespace = Int64(seed.below(3))
    }
  }

  /// A step below the tolerance, at it, just above it, or large.
  private func step(_ seed: inout Seed) -> Duration {
    switch seed.below(5) {
    case 0: .milliseconds(seed.below(1000))
    case 1: .seconds(1)
    case 2: .seconds(1) + .nanoseconds(1)
    case 3: .seconds(5)
    default: .seconds(3600 * (1 + seed.below(48)))
    }
  }

  /// The reading of the next command, which is sometimes one of the last readings.
  package mutating func read(_ seed: inout Seed) -> Reading {
    if seed.chance(12), let old = seed.pick(from: Array(readings.suffix(4))) { return old }
    readings.append(reading)
    return reading
  }
}
