import Testing
import Timing
import Text

@Suite struct BarTests {
  @Test(arguments: [
    (1.0, "██████████"), (0.5, "█████"), (0.55, "█████▌"), (0.0125, "▏"), (0.0001, "▏"), (0, ""),
    (-1, ""), (2, "██████████"), (.nan, ""), (0.99, "█████████▉"),
  ])
  func `blocks have a resolution of an eighth of a column`(fraction: Double, bar: String) {
    #expect(Bar.text(fraction, columns: 10, blocks: true) == bar)
  }

  @Test(arguments: [(1.0, "##########"), (0.54, "#####"), (0.001, "#"), (0, "")])
  func `without blocks the bar consists of whole marks`(fraction: Double, bar: String) {
    #expect(Bar.text(fraction, columns: 10, blocks: false) == bar)
  }
}
