import Glibc

/// The programs that are measured, as they ship: linked fully static.
struct Programs {
  let laptimer: String
  let baseline: String
  /// A Swift program that does nothing.
  let empty: String

  /// Builds them, and installs them in a folder of their own.
  ///
  /// What the linker has just written is read from memory in smaller pieces than a file that was
  /// copied: a program starts a tenth slower from where it was linked than from where it is
  /// installed.
  init() throws {
    let folder = ".build/static"
    let installed = folder + "/installed"
    let flags = [
      "-c", "release", "--static-swift-stdlib", "-Xswiftc", "-static-executable",
      "--scratch-path", folder,
    ]
    for product in ["laptimer", "baseline"] {
      try Child.run(
        ["swift", "build", "--product", product] + flags, Child.Streams(output: STDERR_FILENO))
    }
    let source = folder + "/empty.swift"
    try write("", to: source)
    try Child.run(["swiftc", "-O", "-static-executable", source, "-o", folder + "/empty"])
    try Child.run(["mkdir", "-p", installed])
    for program in ["release/laptimer", "release/baseline", "empty"] {
      try Child.run(["cp", "--remove-destination", folder + "/" + program, installed])
    }
    laptimer = installed + "/laptimer"
    baseline = installed + "/baseline"
    empty = installed + "/empty"
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
