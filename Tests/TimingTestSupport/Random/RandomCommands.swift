import Timing

extension RandomSteps {
  private enum Verb: Sendable {
    case start, stop, resume, lap, mark, undo, redo, amend, remove, plan, name, tag, untag,
      identify, discard
  }

  /// A random command, of which the current bias makes some more likely.
  mutating func command(_ session: Int) -> Command {
    let common: [(weight: Int, choice: Verb)] = [
      (2, .start), (8, .stop), (8, .resume), (20, .lap), (5, .mark), (6, .undo), (4, .redo),
      (4, .amend), (3, .remove), (5, .plan), (2, .name), (2, .tag), (2, .untag), (1, .identify),
      (1, .discard),
    ]
    let usual: [(weight: Int, choice: Verb)] =
      switch bias {
      case .pressing: [(30, .lap), (10, .stop), (10, .resume)]
      case .correcting: [(40, .amend), (15, .remove), (15, .lap), (10, .undo)]
      case .planning: [(50, .plan), (20, .lap), (10, .stop), (10, .resume), (10, .undo)]
      case .undoing: [(90, .undo), (60, .redo), (15, .start), (10, .lap)]
      }
    switch seed.pick(common + usual) ?? .lap {
    case .start: return .start(start())
    case .stop: return .stop
    case .resume: return .resume
    case .lap:
      return .lap(
        label: seed.chance(20) ? seed.pick(from: Self.words) : nil,
        segment: seed.chance(8) ? word() : nil)
    case .mark: return .mark(label: word())
    case .undo: return .undo
    case .redo: return .redo
    case .amend:
      let (amendment, toLast) = change(session)
      return .amend(reference(session), amendment, toLast: toLast)
    case .remove: return .remove(reference(session))
    case .plan: return .plan(planChange())
    case .name: return .name(word())
    case .tag: return .tag([word(), word()])
    case .untag: return .untag(seed.chance(80) ? [word()] : [word(), word()])
    case .identify: return .identify([Person(first: word(), last: "", full: word())])
    case .discard: return .discard
    }
  }

  private static let words = ["pit", "bend", "mole"]

  private mutating func word() -> String { seed.pick(from: Self.words) ?? "pit" }

  mutating func start() -> Event.Start {
    var start = Event.Start()
    if seed.chance(20) { start.name = word() }
    if seed.chance(20) { start.tags = [word(), word()] }
    if seed.chance(25) { start.plan.laps = 1 + seed.below(5) }
    if seed.chance(25) { start.plan.limit = limit() }
    if seed.chance(25) { start.plan.minimumLap = minimum() }
    if seed.chance(25) {
      start.plan.course = word()
      start.plan.segments = segments()
    }
    return start
  }

  private mutating func limit() -> Duration { seed.seconds() + seed.seconds() }

  private mutating func minimum() -> Duration {
    seed.chance(20) ? .nanoseconds(1) : .seconds(1 + seed.below(3))
  }

  private mutating func planChange() -> PlanChange {
    var change = PlanChange()
    if seed.chance(50) { change.laps = seed.chance(30) ? .lifted : .set(1 + seed.below(6)) }
    if seed.chance(50) { change.limit = seed.chance(30) ? .lifted : .set(limit()) }
    if seed.chance(30) { change.minimumLap = seed.chance(40) ? .lifted : .set(minimum()) }
    if seed.chance(20) {
      change.course = seed.chance(30) ? .lifted : .set(word())
      change.segments = change.course == .lifted ? .lifted : .set(segments())
    }
    return change
  }

  private mutating func segments() -> [String] { (0..<1 + seed.below(5)).map { _ in word() } }

  private mutating func reference(_ session: Int) -> EventReference {
    if seed.chance(45) { return .number(1 + seed.below(4)) }
    if seed.chance(25) { return seed.chance(50) ? .start : .stop }
    let laps = events[session].filter {
      switch $0.kind {
      case .lapped, .timestamped: true
      default: false
      }
    }
    let lap = seed.chance(40) ? laps.last : seed.pick(from: laps)
    if seed.chance(85), let lap { return .event(lap.version) }
    return .event(seed.below(events[session].count + 2))
  }

  private mutating func change(_ session: Int) -> (amendment: Event.Amendment, toLast: Bool) {
    var (change, toLast) = (Event.Amendment(), false)
    switch seed.below(10) {
    case 0, 1: change.label = seed.chance(25) ? .lifted : .set(word())
    case 2...5: change.move = .by(seed.signed(seed.span()))
    case 6: change.move = .ago(seed.span())
    case 7, 8: toLast = true
    default: change.move = .at(moment(session))
    }
    if change.move != nil || toLast, seed.chance(15) { change.label = .set(word()) }
    return (change, toLast)
  }

  private mutating func amendment(_ session: Int) -> Event.Amendment {
    var amendment = change(session).amendment
    amendment.scope = amendment.isOfFirstVersion && seed.chance(50) ? .laps : .anyMoment
    return amendment
  }

  /// An event of a random kind, as another log may contain it.
  mutating func importedKind(_ session: Int) -> Event.Kind {
    let some = RandomStep.id(session: session, version: seed.below(events[session].count + 2))
    switch seed.below(15) {
    case 12:
      let joined = RaceEvent.joined(race: some, point: word(), priority: 1)
      return .race(seed.chance(50) ? joined : .entered(RaceEvent.Entry(bib: word())))
    case 13: return .reverted(some, batch: true)
    case 14:
      let first = seed.pick(from: events[session].filter { $0.batch == $0.id })
      return .reverted(first?.id ?? some, batch: true)
    case 0: return .started(start())
    case 1: return .stopped
    case 2: return .resumed
    case 3: return .lapped(label: nil)
    case 4: return .lapped(label: nil, segment: 1 + seed.below(5))
    case 5, 6, 7: return .reverted(some)
    case 8: return .amended(some, amendment(session))
    case 9: return .removed(some)
    case 10: return .untagged([word()])
    default: return .discarded
    }
  }
}
