extension Form where Value == String {
  /// Any text, taken as it is.
  package static var text: Form { text() }

  /// Any text, taken as it is.
  ///
  /// - Parameters:
  ///   - name: what it is called in help.
  ///   - completion: what a shell offers in its place.
  /// - Returns: a form that takes every word.
  package static func text(_ name: String? = nil, completion: Completion = .none) -> Form {
    Form(name, completion: completion, write: { $0 }, read: { $0 })
  }

  /// The path of a file, which a shell completes.
  package static var path: Form { text("path", completion: .file) }
}

extension Form where Value == Int {
  /// A whole number in decimal digits, called `name` in help.
  ///
  /// - Parameters:
  ///   - name: what it is called in help.
  ///   - range: what is allowed; other numbers are invalid values.
  /// - Returns: a form that takes the digits of a number in the range.
  package static func number(_ name: String = "n", in range: ClosedRange<Int>) -> Form {
    Form(name) { word throws(InvalidValue) in
      let digits = word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard digits, let number = Int(word) else { throw InvalidValue("not a whole number") }
      guard range.contains(number) else {
        throw InvalidValue(
          range.upperBound == .max
            ? "less than \(range.lowerBound)"
            : "not in \(range.lowerBound) … \(range.upperBound)")
      }
      return number
    }
  }
}

extension Form where Value: CaseIterable & RawRepresentable<String> {
  /// One of a type's cases, written as its raw value; help and completions list them all.
  ///
  /// - Parameters:
  ///   - type: an enumeration with raw values.
  ///   - name: what the value is called in help; `nil`: like the option itself.
  /// - Returns: a form that takes the raw values.
  package static func choice(_ type: Value.Type, _ name: String? = nil) -> Form {
    let choices = type.allCases.map(\.rawValue)
    var form = Form(name, completion: .values(choices), write: { $0.rawValue }) {
      word throws(InvalidValue) in
      guard let value = Value(rawValue: word) else { throw InvalidValue() }
      return value
    }
    form.choices = choices
    return form
  }
}
