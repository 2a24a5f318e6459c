/// The words behind the program's name as they were given: `CommandLine.arguments` mends what is no
/// UTF-8 without a word.
package func argumentBytes() -> [[UInt8]] {
  (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    CommandLine.unsafeArgv[index].map { word in
      Array(UnsafeRawBufferPointer(start: word, count: length(of: word)))
    }
  }
}

private func length(of word: UnsafePointer<CChar>) -> Int {
  var length = 0
  while word[length] != 0 { length += 1 }
  return length
}
