/// Options of which at most one may be given: `--at WHEN` or `--ago DUR`.
package struct Exclusive: Parameter {
  package let entries: [Entry]

  /// Declares that the options exclude one another.
  ///
  /// - Parameters:
  ///   - parameters: options and flags; none of them required.
  ///   - required: whether one must be given.
  package init(_ parameters: any Parameter..., required: Bool = false) {
    entries = [.exclusive(parameters.flatMap(\.definitions), required: required)]
  }
}

/// Parameters that several subcommands declare alike.
package struct Group: Parameter {
  package let entries: [Entry]

  /// Declares the parameters, in the order of help.
  package init(_ parameters: any Parameter...) {
    entries = parameters.flatMap(\.entries)
  }
}

extension Parameter {
  package var definitions: [Definition] { entries.flatMap(\.definitions) }
}
