import Text

/// Penalties as rulings state them: `+10s`, `-1 lap`.
package enum PenaltyText {
  /// The text of added time, with its sign.
  package static func text(time: Duration) -> String {
    (time < .zero ? "-" : "+") + time.unitText
  }

  /// The texts of a runner's penalties; laps that a ruling takes away have a minus.
  package static func texts(time: Duration, laps: Int) -> [String] {
    var texts = time == .zero ? [] : [text(time: time)]
    if laps != 0 {
      texts.append("\(laps > 0 ? "-" : "+")\(abs(laps)) \(abs(laps) == 1 ? "lap" : "laps")")
    }
    return texts
  }
}
