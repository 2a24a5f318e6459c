import Glibc

/// The programs that are measured, as they ship: linked fully static.
struct Programs {
  let laptimer: String
  let baseline: String
  /// A Swift program that does nothing.
  let empty: String

  /// Builds them, in a folder of their own beside what `swift run` builds.
  init() throws {
    let folder = ".build/static"
    let flags = [
      "-c", "release", "--static-swift-stdlib", "-Xswiftc", "-static-executable",
      "--scratch-path", folder,
    ]
    for product in ["laptimer", "baseline"] {
      try Child.run(
        ["swift", "build", "--product", product] + flags, Child.Streams(output: STDERR_FILENO))
    }
    laptimer = folder + "/release/laptimer"
    baseline = folder + "/release/baseline"
    empty = folder + "/empty"
    let source = folder + "/empty.swift"
    try write("", to: source)
    try Child.run(["swiftc", "-O", "-static-executable", source, "-o", empty])
  }
}

/// Writes a small file.
func write(_ text: String, to path: String) throws(Child.Failure) {
  guard let file = fopen(path, "w") else {
    throw Child.Failure(description: "\(path): \(String(cString: strerror(errno)))")
  }
  defer { fclose(file) }
  fputs(text, file)
}
