import Glibc

/// Returns the text of an `errno`, with advice for some.
package func systemMessage(_ number: Int32) -> String {
  let words = strerror(number).map { String(cString: $0) } ?? "error \(number)"
  return number == EMFILE ? words + ", see 'ulimit -n'" : words
}
