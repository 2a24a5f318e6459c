/// Runs the program for the command line it was given.
///
/// - Parameter arguments: the words of the command line, the program's name first.
/// - Returns: the exit code of the process.
package func run(_ arguments: [String]) -> Int32 {
  0
}
