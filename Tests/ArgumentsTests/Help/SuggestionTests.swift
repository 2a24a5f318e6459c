import Testing
import Text

@testable import Arguments

struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("", "lap", 3), ("lap", "", 3), ("lap", "lap", 0), ("lap", "lip", 1),
    ("lap", "la", 1), ("lap", "laps", 1), ("--tga", "--ago", 2),
    // A transposition is one edit at any position.
    ("lpa", "lap", 1), ("alp", "lap", 1), ("--tga", "--tag", 1), ("abcd", "badc", 2),
    // Each position is edited at most once: a swap and an insertion in between would be 2.
    ("ca", "abc", 3),
  ])
  func `the edit distance counts insertions, deletions, substitutions and transpositions`(
    one: String, other: String, distance: Int
  ) {
    let (one, other) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
    #expect(Spelling.editDistance(one, other) == distance)
    #expect(Spelling.editDistance(other, one) == distance)
  }
}
