/// A state that is computed by applying elements one after the other.
public protocol Fold {
  /// The type of the elements.
  associatedtype Element

  /// Applies the next element.
  mutating func apply(_ element: Element)
}

extension Sequence {
  /// Returns the state after each element, lazily.
  ///
  /// Elements are folded when their states are requested, each once per pass.
  ///
  /// - Parameter initial: the state before the first element; it is not part of the result.
  /// - Returns: a lazy sequence of states.
  public func scan<State: Fold>(into initial: State) -> Scan<Self, State>
  where State.Element == Element {
    Scan(base: self, initial: initial)
  }

  /// Returns the state after the last element; the initial one for an empty sequence.
  ///
  /// - Complexity: one `apply` an element.
  public func fold<State: Fold>(into initial: State) -> State where State.Element == Element {
    reduce(into: initial) { $0.apply($1) }
  }
}

/// The states of a fold after each element of a sequence.
public struct Scan<Base: Sequence, State: Fold>: LazySequenceProtocol
where State.Element == Base.Element {
  let base: Base
  let initial: State

  /// Starts the fold from the initial state.
  public func makeIterator() -> Iterator {
    Iterator(base: base.makeIterator(), state: initial)
  }

  /// Folds one element for each requested state.
  public struct Iterator: IteratorProtocol {
    var base: Base.Iterator
    var state: State

    /// The state after the next element; nil after the last.
    public mutating func next() -> State? {
      guard let element = base.next() else { return nil }
      state.apply(element)
      return state
    }
  }
}
