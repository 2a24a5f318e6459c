import CArguments
import Glibc

/// The arguments of the process behind the program's name, as bytes: they may be no UTF-8.
///
/// They come from `main`'s own `argv`. `CommandLine.arguments` repairs invalid UTF-8 silently, and
/// is empty where /proc cannot be read.
package func argumentBytes() -> [[UInt8]] {
  guard let words = carguments_words() else { return [] }
  return (1..<max(1, Int(carguments_count()))).compactMap { index in
    words[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }
}
