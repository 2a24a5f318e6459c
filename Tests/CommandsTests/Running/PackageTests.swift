import Foundation
import ProcessTestSupport
import Testing

/// Packages the built program, and times a session with it where a package is unpacked.
///
/// `.ci/bare` does the same with the release, in a root that has nothing else.
struct PackageTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @discardableResult
  private func run(_ words: String..., environment: [String: String]? = nil) throws -> String {
    let child = try Child(words, environment: environment)
    let output = String(decoding: child.outputToEnd(), as: UTF8.self)
    try #require(try child.end() == .exit(0), "\(words): \(output)")
    return output
  }

  @Test func `packages have a program that times a session, its page and its completions`() throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../.ci/package").standardized.path
    let made = try run(script, Child.laptimer, scratch.path + "/made").split(separator: "\n")
    try #require(made.count == 2)
    try run("mkdir", scratch.path + "/tar")
    try run("tar", "-xzf", String(made[0]), "-C", scratch.path + "/tar", "--strip-components=1")
    try run("dpkg-deb", "-x", String(made[1]), scratch.path + "/deb")
    for (folder, zsh) in [("tar", "site-functions"), ("deb/usr", "vendor-completions")] {
      let prefix = "\(scratch.path)/\(folder)"
      func laptimer(_ words: String...) throws -> String {
        let child = try Child([prefix + "/bin/laptimer"] + words, environment: [:])
        return String(decoding: child.outputToEnd(), as: UTF8.self)
      }
      let log = ["--db", prefix + "/laptimer.db"]
      #expect(try laptimer("start", log[0], log[1]) == "Started session 1.\n")
      #expect(try laptimer("lap", "bend", log[0], log[1]).hasSuffix("  bend\n"))
      #expect(try laptimer("stop", log[0], log[1]).hasPrefix("Stopped session 1 at 0"))
      #expect(try laptimer("show", log[0], log[1]).contains("\n1 lap\n"))
      #expect(try run("gzip", "-dc", prefix + "/share/man/man1/laptimer.1.gz") == laptimer("man"))
      for (shell, file) in [
        ("bash", "bash-completion/completions/laptimer"), ("zsh", "zsh/\(zsh)/_laptimer"),
        ("fish", "fish/vendor_completions.d/laptimer.fish"),
      ] {
        let text = try String(contentsOfFile: "\(prefix)/share/\(file)", encoding: .utf8)
        #expect(try text == laptimer("completions", shell))
      }
    }
  }
}
