/// Finds the word that a mistyped one was meant to be.
package enum Spelling {
  /// Returns the name nearest to a word: the same but for its case, else by edit distance; nil if
  /// none is near.
  ///
  /// A third of its letters may be wrong, but at most three. Of two names at one distance, the one
  /// with the same letters is nearer: `dqs` was meant to be `dsq`, not `dns`. Of equally near
  /// names the first is returned: the most likely ones should come first.
  ///
  /// - Complexity: O(n·m²) in the names and their letters, of which 64 are read.
  package static func nearest(to typed: String, among names: some Sequence<String>) -> String? {
    let letters = typed.lettersToCompare
    let limit = min(3, (letters.count + 2) / 3)
    let sorted = letters.sorted()
    var best: (name: String, rank: (Int, Int))?
    for name in names {
      let target = name.lettersToCompare
      guard abs(letters.count - target.count) <= limit else { continue }
      let distance = editDistance(letters, target)
      guard distance <= limit, distance < max(letters.count, target.count) else { continue }
      let rank = (distance, target.sorted() == sorted ? 0 : 1)
      if best.map({ rank < $0.rank }) ?? true { best = (name, rank) }
    }
    return best?.name
  }

  /// Returns the names that differ from a word by one letter, or by two neighbours that are
  /// swapped, such as numbers with one wrong digit.
  ///
  /// Those that differ by case alone are first, then those with the same letters, then short ones
  /// before long ones.
  ///
  /// - Complexity: O(n·m² + n log n) in the names and their letters, of which 64 are read.
  package static func neighbors(
    of typed: String, among names: some Sequence<String>, atMost most: Int
  ) -> [String] {
    let letters = typed.lettersToCompare
    let sorted = letters.sorted()
    let near = names.compactMap { name -> (rank: Int, length: Int, name: String)? in
      let target = name.lettersToCompare
      guard abs(letters.count - target.count) <= 1, letters.count + target.count > 2,
        editDistance(letters, target) <= 1
      else { return nil }
      let rank = target == letters ? 0 : target.sorted() == sorted ? 1 : 2
      return (rank, target.count, name)
    }
    return near.sorted { ($0.rank, $0.length, $0.name) < ($1.rank, $1.length, $1.name) }
      .prefix(most).map(\.name)
  }

  /// Returns the optimal string alignment distance: the fewest insertions, deletions, replacements
  /// and swaps of neighbours that turn one into the other, each place edited once at most.
  ///
  /// - Complexity: O(m·n)
  package static func editDistance(_ source: [Unicode.Scalar], _ target: [Unicode.Scalar]) -> Int {
    // The distances of all beginnings of the target from those of the source, for the last three.
    var (beforeLast, last) = ([Int](), Array(0...target.count))
    for i in source.indices {
      var row = [i + 1]
      for j in target.indices {
        let replaced = last[j] + (source[i] == target[j] ? 0 : 1)
        var distance = min(replaced, min(last[j + 1], row[j]) + 1)
        if i > 0, j > 0, source[i] == target[j - 1], source[i - 1] == target[j] {
          distance = min(distance, beforeLast[j - 1] + 1)
        }
        row.append(distance)
      }
      (beforeLast, last) = (last, row)
    }
    return last[target.count]
  }
}

extension String {
  /// The first letters in lower case.
  fileprivate var lettersToCompare: [Unicode.Scalar] {
    Array(lowercased().unicodeScalars.prefix(64))
  }
}
