import Text

extension Seed {
  /// A random span, mostly on a coarse grid or one nanosecond beside it, so that moments, limits
  /// and corrections often coincide.
  package mutating func span() -> Duration {
    switch below(100) {
    case ..<12: .zero
    case ..<17: .nanoseconds(1)
    case ..<22: .nanoseconds(seconds().nanosecondsBeside(by: 1))
    case ..<27: .nanoseconds(seconds().nanosecondsBeside(by: -1))
    case ..<92: seconds()
    case ..<95: .nanoseconds(below(10_000_000_000))
    case ..<97: .seconds(60 * (1 + below(90)))
    default: .seconds(3600 * (1 + below(100)))
    }
  }

  /// One to ten whole seconds, small numbers with a larger probability.
  package mutating func seconds() -> Duration {
    .seconds(1 + min(below(10), below(10)))
  }

  /// The span with a random sign.
  package mutating func signed(_ span: Duration) -> Duration {
    chance(50) ? span : .zero - span
  }
}

extension Duration {
  fileprivate func nanosecondsBeside(by nanoseconds: Int64) -> Int64 {
    components.seconds * 1_000_000_000 + nanoseconds
  }
}
