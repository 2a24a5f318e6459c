import Arguments
import Host
import Logbook
import Text
import Timing

enum CrossCommand: WritingCommand {
  static let bibs = Parameter.argument(
    repeating: "bib", .bib, help: "The bibs. Without a bib, the crossing is assigned later.")
  static let chip = Parameter.option("chip", .label("id"), help: "The chip that was read.")

  static let declaration = Subcommand(
    "cross", for: .race, abstract: "Record that runners passed the line or a point.",
    discussion: """
      Several bibs have the same time: the rule on ties decides, and 'laptimer order' puts them in \
      order. Bibs and chips that nobody has are kept, and count as soon as an entry claims them. In \
      'laptimer record', a line of bibs that consist of digits is enough.
      """,
    examples: [
      Example("Record a runner", "laptimer cross 17"),
      Example("Record three runners, two seconds late", "laptimer cross 17 4 23 --ago 2s"),
      Example("Record a crossing, and assign it later", "laptimer cross\nlaptimer assign @9 17"),
    ],
    [
      bibs, chip, RaceOptions.point, Options.session, Options.time, Options.precision,
      Options.writing,
    ])

  static func requests(_ context: Context) throws -> [Request] {
    let values = context.values
    let (bibs, chip, point) = (values[bibs], values[chip], values[RaceOptions.point])
    if !bibs.isEmpty, chip != nil {
      throw UsageError(.other("A crossing is that of a bib or of a chip."), in: declaration)
    }
    let first = RaceEvent.Crossing(bib: bibs.first, chip: chip, point: point)
    let request = context.request(.race(.crossed(first)), time: try context.time())
    if bibs.count < 2 { return [request] }
    return request.batch(bibs.map { .race(.crossed(RaceEvent.Crossing(bib: $0, point: point))) })
  }
}
