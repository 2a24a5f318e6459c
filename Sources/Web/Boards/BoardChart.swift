import Racing
import Text

/// A chart of the runners of a list, lap by lap.
struct BoardChart: JSONObject {
  enum Kind: String {
    /// The place after each lap.
    case places
    /// The time behind the first at the same lap.
    case gaps
    /// The time of each lap.
    case laps
  }

  /// A runner: a value for each lap, with its text; nil where there is none.
  struct Series: JSONObject {
    var key: String
    var label: String
    var values: [Int64?]
    var texts: [String]

    var object: JSONFields {
      ["key": key, "label": label, "values": values, "texts": texts]
    }
  }

  var kind: Kind
  var token: String
  var series: [Series]

  /// Most runners of a chart.
  static let mostSeries = 60

  var object: JSONFields {
    ["as_of": token, "kind": kind.rawValue, "title": title, "series": series]
  }

  private var title: String {
    switch kind {
    case .places: "Places after each lap"
    case .gaps: "Time behind the first at each lap"
    case .laps: "Lap times"
    }
  }
}
