import ProcessTestSupport

extension Child {
  /// Starts the built program on a log.
  ///
  /// Its error messages are discarded, because most tests cause some.
  convenience init(
    _ arguments: [String], log: String, input: Stream = .pipe, output: Stream = .pipe,
    variables: [String: String] = [:]
  ) throws {
    let usual = ["LAPTIMER_DB": log, "HOME": folder(of: log), "LC_ALL": "C.UTF-8"]
    try self.init(
      [Child.laptimer] + arguments, environment: usual.merging(variables) { $1 },
      input: input, output: output, errors: .nothing)
  }
}

func completeLines(_ bytes: [UInt8]) -> [String] {
  String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    .dropLast().map(String.init)
}

extension String {
  /// The value of a field in a line of JSON: a number, or a text without escapes.
  func field(_ name: String) -> String? {
    guard let key = firstRange(of: "\"\(name)\":") else { return nil }
    let rest = self[key.upperBound...].drop { $0 == "\"" }
    return String(rest.prefix { $0 != "," && $0 != "}" && $0 != "\"" })
  }
}
