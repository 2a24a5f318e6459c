/// The release that all programs of the package belong to.
package enum Release {
  package static let version = "1.0.0"
  /// The variable by which `laptimer` states its version to a program that it runs.
  package static let variable = "LAPTIMER_VERSION"
}
