import Testing
import Text

@Suite struct FieldTests {
  private struct Split: ListedFields {
    var bib: String?
    var time: Duration
    var laps: [Int] = []
    var flags: [String] = []

    static let fields: [Field<Self>] = [
      Field(ifAny: "bib", \.bib), Field("time_ns", \.time), Field("laps", \.laps),
      Field("flags") { FlagNames($0.flags) },
    ]
  }

  private let splits = [
    Split(bib: "17", time: .seconds(2), laps: [1, 2], flags: ["short", "late"]), Split(time: .zero),
  ]

  private func text(_ format: TableFormat, _ splits: [Split]) throws -> String {
    var output: [UInt8] = []
    var list = RecordList(format, format.rows(), Split.fields)
    try list.begin(to: &output)
    for split in splits { list.append(split, to: &output) }
    list.end(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test func `one list of fields is that of objects and of rows`() throws {
    #expect(
      try text(.json, splits) == """
        [{"bib":"17","time_ns":2000000000,"laps":[1,2],"flags":["short","late"]},
        {"time_ns":0,"laps":[],"flags":[]}]

        """)
    #expect(
      try text(.csv, splits) == """
        bib,time_ns,laps,flags
        17,2000000000,"[1,2]",short late
        ,0,[],

        """)
    #expect(
      try text(.markdown, splits) == #"""
        | bib |    time_ns | laps   | flags      |
        | --- | ---------: | ------ | ---------- |
        | 17  | 2000000000 | \[1,2] | short late |
        |     |          0 | \[]    |            |

        """#)
    #expect(try text(.ndjson, []) == "")
    #expect(try text(.json, []) == "[]\n")
    #expect(try text(.table, []) == "")
    #expect(try text(.csv, []) == "bib,time_ns,laps,flags\n")
  }

  @Test func `fields of a part are in the order of their names`() {
    struct Run: Sendable { var split: Split }
    let fields = Split.fields.named("laps", "bib").of { (run: Run) in run.split }
    #expect(fields.map(\.name) == ["laps", "bib"])
    var json = JSONWriter()
    json.object { $0.fields(fields, of: Run(split: splits[0])) }
    #expect(String(decoding: json.bytes, as: UTF8.self) == #"{"laps":[1,2],"bib":"17"}"#)
  }

  @Test func `an object leaves out a field that is nil only if it says so`() {
    let best: Int? = nil
    let place: Int?? = .some(nil)
    #expect(
      JSONWriter.text(
        ["best": best, "lap": IfAny(best), "place": IfAny(place)] + ["laps": 3] as JSONFields)
        == #"{"best":null,"place":null,"laps":3}"#)
  }
}
