import Foundation
import ProcessTestSupport
import Testing

/// Packages the built program, and times a session with it where a package is unpacked.
///
/// `.ci/bare` does the same with the release, in a root that has nothing else.
struct PackageTests {
  @Test func `packages have a program that times a session, its page and its completions`() throws {
    let scratch = try ScratchFolder()
    let script = packageFolder.appending(path: ".ci/package").path
    let made = try Child.output(of: [script, Child.laptimer, scratch("made")])
      .split(separator: "\n")
    try #require(made.count == 2)
    try Child.output(of: ["mkdir", scratch("tar")])
    try Child.output(
      of: ["tar", "-xzf", String(made[0]), "-C", scratch("tar"), "--strip-components=1"])
    try Child.output(of: ["dpkg-deb", "-x", String(made[1]), scratch("deb")])
    for (folder, zsh) in [("tar", "site-functions"), ("deb/usr", "vendor-completions")] {
      let prefix = scratch(folder)
      func laptimer(_ words: String...) throws -> String {
        try Child.output(
          of: [prefix + "/bin/laptimer", "--db", prefix + "/laptimer.db"] + words, environment: [:])
      }
      #expect(try laptimer("start") == "Started session 1.\n")
      #expect(try laptimer("lap", "bend").hasSuffix("  bend\n"))
      #expect(try laptimer("stop").hasPrefix("Stopped session 1 at 0"))
      #expect(try laptimer("show").contains("\n1 lap\n"))
      let page = try Child.output(of: ["gzip", "-dc", prefix + "/share/man/man1/laptimer.1.gz"])
      #expect(try page == laptimer("man"))
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
