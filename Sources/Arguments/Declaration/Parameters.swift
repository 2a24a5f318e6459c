/// What may stand on a command line, laid out for its parser.
struct Parameters: Sendable {
  /// The places of the usage line.
  let entries: [Entry]
  /// The parameters in their order: few enough to be looked through.
  let definitions: [Definition]
  /// The places at which something must be given, or not more than one thing may be.
  let demands: [Entry]

  init(_ entries: [Entry]) {
    self.entries = entries
    definitions = entries.flatMap(\.definitions)
    demands = entries.filter { entry in
      switch entry {
      case .single(let definition): definition.isRequired
      case .exclusive: true
      }
    }
  }
}
