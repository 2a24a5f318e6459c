/// The start of the program, and nothing else.
func version(_ bench: Bench) throws -> [Figure] {
  let programs = try bench.programs()
  let duel = try Duel(
    rounds: 500,
    [
      { try Child.run([programs.laptimer, "--version"]).seconds },
      { try Child.run([programs.empty]).seconds },
    ])
  return [
    Figure(
      what: "`--version`; an empty static Swift program", ours: duel.seconds(0).time,
      neighbor: duel.seconds(1).time, ratio: duel.ratio(0, to: 1), target: .atMost(1.2))
  ]
}
