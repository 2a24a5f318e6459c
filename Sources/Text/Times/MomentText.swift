/// The parts of a moment's text, each one checked, but not yet what they mean together.
package struct MomentText {
  /// The day; nil for a bare time of day.
  package private(set) var date: CivilDate?
  /// Seconds since midnight; 86,400 may be a leap second's.
  package private(set) var secondOfDay = 0
  /// Whether the second is named 60.
  package private(set) var isLeapSecond = false
  /// The fraction of the second.
  package private(set) var nanoseconds = 0
  /// Seconds that the clock is ahead of UTC; nil when none is named.
  package private(set) var offset: Int?

  package init(_ text: String) throws(MomentTextError) {
    guard !text.isEmpty else { throw .empty }
    var scanner = TextScanner(text)
    let hour = try readDate(&scanner)
    try readTime(&scanner, hour: hour)
    if date != nil { try readOffset(&scanner) }
    guard scanner.isAtEnd else { throw .malformed }
    guard !isLeapSecond || offset != nil else { throw .noSuchTime }
  }

  /// Reads the day and what divides it from the time, if there is a day.
  ///
  /// - Returns: the hour, when the text begins with a time of day.
  private mutating func readDate(_ scanner: inout TextScanner) throws(MomentTextError) -> Int? {
    let first = scanner.wholeNumber()
    if 1...2 ~= first.digits, scanner.next == UInt8(ascii: ":") { return Int(first.value) }
    guard first.digits == 4, scanner.take("-"), let month = scanner.number(digits: 2),
      scanner.take("-"), let day = scanner.number(digits: 2)
    else { throw .malformed }
    date = CivilDate(year: Int(first.value), month: month, day: day)
    guard date != nil else { throw .noSuchDay }
    guard !scanner.isAtEnd else { throw .timeMissing }
    guard scanner.take("T", or: "t") || scanner.take(" ") else { throw .malformed }
    return nil
  }

  private mutating func readTime(
    _ scanner: inout TextScanner, hour: Int?
  ) throws(MomentTextError) {
    guard let hour = hour ?? scanner.number(digits: 2), scanner.take(":"),
      let minute = scanner.number(digits: 2)
    else { throw .malformed }
    var second = 0
    if scanner.take(":") {
      guard let number = scanner.number(digits: 2) else { throw .malformed }
      second = number
      if scanner.take(".") {
        guard let fraction = scanner.fraction() else { throw .malformed }
        guard let nanoseconds = fraction.nanoseconds(of: DurationUnit.seconds.size) else {
          throw .finerThanNanoseconds
        }
        self.nanoseconds = nanoseconds
      }
    }
    guard hour < 24, minute < 60, second <= 60 else { throw .noSuchTime }
    isLeapSecond = second == 60
    secondOfDay = hour * 3600 + minute * 60 + second
  }

  private mutating func readOffset(_ scanner: inout TextScanner) throws(MomentTextError) {
    if scanner.take("Z", or: "z") {
      offset = 0
      return
    }
    let isNegative = scanner.next == UInt8(ascii: "-")
    guard scanner.take("+", or: "-") else { return }
    guard let hours = scanner.number(digits: 2), scanner.take(":"),
      let minutes = scanner.number(digits: 2)
    else { throw .malformed }
    guard hours < 24, minutes < 60 else { throw .noSuchOffset }
    offset = (hours * 3600 + minutes * 60) * (isNegative ? -1 : 1)
  }
}
