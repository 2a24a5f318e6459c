import ProcessTestSupport
import Testing

/// The tests in a real browser, one after the other: they share one.
///
/// Without Chromium they are skipped; `.ci/test` installs it.
@Suite(
  .serialized, .enabled(if: Browser.isInstalled, "chromium and chromium-driver are not installed"))
struct BrowserSuite {
  private static let shared = Result { try Browser(hosts: ["track.test"]) }

  /// Returns the browser with an empty page.
  static func browser() throws -> Browser {
    let browser = try shared.get()
    try browser.reset()
    return browser
  }
}
