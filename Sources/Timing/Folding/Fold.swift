/// A state that is rebuilt from what happened, one element after the other.
public protocol Fold {
  /// What it is folded over.
  associatedtype Element

  /// Takes in what happened next.
  mutating func apply(_ element: Element)
}

extension Sequence {
  /// The state after each element, told lazily: as many states as elements.
  ///
  /// Nothing is folded before it is asked for, and no element is folded twice in one pass.
  ///
  /// - Parameter initial: the state before the first element; it is not among the states told.
  /// - Returns: a sequence that folds as it is walked.
  public func scan<State: Fold>(into initial: State) -> Scan<Self, State>
  where State.Element == Element {
    Scan(base: self, initial: initial)
  }

  /// The state after the last element; the initial one if there is none.
  ///
  /// - Parameter initial: the state before the first element.
  /// - Returns: the last state.
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

  /// Begins the fold anew.
  public func makeIterator() -> Iterator {
    Iterator(base: base.makeIterator(), state: initial)
  }

  /// Folds an element each time that a state is asked for.
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
