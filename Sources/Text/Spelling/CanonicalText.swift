@_spi(_Unicode) import Swift

extension String {
  /// The text in Unicode's normalization form C: texts that are equal have the same bytes in it.
  ///
  /// The standard library normalizes for its own comparisons, but offers that to others by its SPI
  /// alone; the whole of Foundation would be the other way.
  package var canonical: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var scalars = UnicodeScalarView()
    for scalar in _nfc { scalars.append(scalar) }
    return String(scalars)
  }
}
