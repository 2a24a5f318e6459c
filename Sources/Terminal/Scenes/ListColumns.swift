import Timing
import Text

/// Where the columns of the lap table begin; those that have no room are nil.
struct ListColumns {
  /// How wide the first column is, which begins at 0.
  let number: Int
  let split: Int
  /// Where the age of a timestamp begins, or the label if there is no room for one.
  let age: Int
  let lap: Int?
  let difference: Int?
  let bar: Int?
  let barLength: Int
  let label: Int?

  private static let longestBar = 24

  init(_ board: Board, _ times: StopwatchLabel, screen: Int) {
    let latest = board.session.laps.last
    let splitWidth = max(7, times.text(of: latest?.split ?? .zero).utf8.count)
    let lapWidth = max(7, times.text(of: board.longest).utf8.count)
    let isWide = screen >= 40
    let gap = isWide ? 2 : 1
    number = "\(board.session.summary.lapCount))".utf8.count + (isWide ? 1 : 0)
    split = number + 1
    age = split + splitWidth + gap
    lap = age + lapWidth <= screen ? age : nil
    var end = age + lapWidth
    let differenceWidth = lapWidth + 1
    difference = end + gap + differenceWidth <= screen ? end + gap : nil
    if difference != nil { end += gap + differenceWidth }
    let room = screen - end - 2 * gap
    barLength = min(Self.longestBar, room / 2)
    bar = isWide && difference != nil && barLength >= 4 ? end + gap : nil
    if bar != nil { end += gap + barLength }
    label = screen - end - gap >= 3 ? end + gap : nil
  }

  /// What the columns are, for wide screens.
  var titles: String {
    var line = "".leftAligned(in: split) + "split"
    if let lap { line = line.leftAligned(in: lap) + "lap" }
    if let difference { line = line.leftAligned(in: difference) + "to best" }
    return line
  }
}
