import Foundation
import ProcessTestSupport

@testable import Arguments

/// A folder with a fake program, in which shells run.
final class ShellRun {
  /// A tool that a test needs is not installed.
  struct Missing: Error, CustomStringConvertible {
    let tool: String
    var description: String {
      let packages = ["groff": "groff-base", "script": "bsdutils"]
      return "\(tool) is not installed: apt-get install \(packages[tool] ?? tool)"
    }
  }

  let folder: URL

  /// The names of sessions that the fake program lists; some would run a command if evaluated.
  static let sessions = [
    "Tempo run", "Tempo two", "it's", "a:b", "say \"hi\"", "$(touch pwned)", "`touch pwned`",
    "x; touch pwned", "back\\slash", "*", "~", "-dash", "Läufe",
  ]

  /// Makes the folder, which is removed with this object.
  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("arguments-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let names = Self.sessions + ["bad\u{1B}[31m"]
    try write(names.joined(separator: "\n") + "\n", to: "sessions")
    try write("", to: "asked")
    try write(
      """
      #!/bin/sh
      printf '%s|' "$@" >> '\(folder.path)/asked'
      echo >> '\(folder.path)/asked'
      case "$*" in *'__complete '*'-- sessions'*) cat '\(folder.path)/sessions' ;; esac
      case "$*" in *'__complete '*'-- tags'*) echo race ;; esac
      echo noise >&2

      """, to: "laptimer")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.appendingPathComponent("laptimer").path)
    try write("", to: "golf.log")
    try write(Sample.program.completionScript(for: .bash), to: "completion.bash")
    try write(Sample.program.completionScript(for: .zsh), to: "_laptimer")
    try write(Sample.program.completionScript(for: .fish), to: "completion.fish")
  }

  func write(_ text: String, to name: String) throws {
    try text.write(to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Whether a shell has evaluated the name of a session.
  var hasRunInjection: Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("pwned").path)
  }

  /// Runs a tool in the folder and returns the lines of its standard output and standard error.
  func lines(_ tool: String, _ arguments: [String]) throws -> [String] {
    let places = ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(tool)" }
    guard let path = places.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      throw Missing(tool: tool)
    }
    let output = folder.appendingPathComponent("output-\(UUID().uuidString)")
    let environment = [
      "PATH": "\(folder.path):/usr/local/bin:/usr/bin:/bin", "HOME": folder.path,
      "LC_ALL": "C.UTF-8", "TERM": "dumb", "XDG_CONFIG_HOME": folder.path,
      "XDG_DATA_HOME": folder.path, "COLUMNS": "200",
    ]
    // The timeout ends a shell that waits for more keys.
    try Child(
      ["/usr/bin/timeout", "--foreground", "60", path] + arguments, environment: environment,
      folder: folder.path, output: .file(output.path)
    ).end()
    let data = try Data(contentsOf: output)
    return String(decoding: data, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }
}
