extension Signal {
  /// Puts a substitute in the place of each failure, so that the signal cannot fail any more.
  ///
  /// ```
  /// self                       a--x--b|
  /// replaceErrors(with: "e")   a--e--b|
  /// ```
  /// A failure is an element like any other: the signal goes on after it. To stop at the first
  /// one, use ``catch(_:)``.
  @inlinable
  public func replaceErrors<Success, Failure>(
    with substitute: Success
  ) -> Signal<Success> where Element == Result<Success, Failure> {
    map { result in
      switch result {
      case .success(let element): element
      case .failure: substitute
      }
    }
  }
}
