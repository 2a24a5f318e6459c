import Racing
package import Text
package import Timing

/// Rules, courses and their segments.
extension Answer {
  func planned(_ receipt: Receipt, _ request: Request) throws -> Message {
    let rules = receipt.profile.plan.rules(times)
    var plan = rules.isEmpty ? "no rules" : rules.joined(separator: ", ")
    let rulesOfRace = receipt.profile.plan.race?.rulesText ?? ""
    if !rulesOfRace.isEmpty { plan += "; rules of the race: \(rulesOfRace)" }
    let notes = try notesOnSegments(receipt, request)
    return "\(receipt.subject) \(receipt.state(times)); plan: \(plan).\(notes)"
  }

  /// The answer to a new name of a course, or of its segments.
  func renamed(_ renaming: CourseRenaming) throws -> Message {
    let (course, name) = (renaming.course, renaming.name)
    let part = renaming.segment.map { "segment \($0.shown) of " } ?? ""
    var answer: Message = """
      Renamed \(part)course \(quoted: course) to \(quoted: name) in \(receipts.count, "session").
      """
    if let left = receipts.last?.leftOut, !left.isEmpty {
      answer +=
        "\n\(left.unchanged(since: "belongs to another device", "belong to other devices"))"
    }
    if renaming.segment == nil, case let all = try log.courseRecords(of: name).startedCount(),
      all > receipts.count
    {
      answer += "\nNote: the course \(quoted: name) now has \(all) attempts."
    }
    return answer
  }

  /// The notes, each on a line of its own, on the segments that the user gave: on equal names, and
  /// on a course that had others.
  func notesOnSegments(_ receipt: Receipt, _ request: Request) throws -> Message {
    guard request.command.givesSegments, let names = receipt.profile.plan.segments else {
      return ""
    }
    var notes: Message = ""
    var seen: Set<String> = []
    if let only = names.first, names.count == 1 {
      notes += "\nNote: the course has one segment, \(quoted: only): commas separate segments."
    }
    if let name = names.first(where: { !seen.insert($0).inserted }) {
      notes += """
        \nNote: several segments are named \(quoted: name): laps complete them in their order.
        """
    }
    guard let course = receipt.profile.plan.course,
      let before = try log.newestAttempt(ofCourse: course, before: receipt.session),
      before.segments != names
    else { return notes }
    return "\(notes)\nNote: \(difference(of: names, from: before, course))"
  }

  /// Says how the segments of a course differ from those of an earlier session.
  private func difference(of names: [String], from before: Attempt, _ course: String) -> Message {
    let (old, new) = (SegmentKey.keys(of: before.segments), SegmentKey.keys(of: names))
    let (lacking, added) = (Set(old).subtracting(new), Set(new).subtracting(old))
    let isReordered = old.filter { !lacking.contains($0) } != new.filter { !added.contains($0) }
    func part(_ word: String, _ keys: [SegmentKey]) -> String? {
      keys.isEmpty ? nil : "\(word) " + keys.map(\.name.shown).listed(atMost: 3)
    }
    let parts = [
      part("without", old.filter(lacking.contains)), part("with", new.filter(added.contains)),
      isReordered ? "in another order" : nil,
    ].compactMap(\.self)
    let note: Message = """
      the segments of \(quoted: course) are those of session \(before.session) \
      \(parts.joined(separator: ", ")). Only segments of the same name are compared.
      """
    guard let former = lacking.first, let name = added.first, lacking.count == 1,
      added.count == 1, !isReordered, old.firstIndex(of: former) == new.firstIndex(of: name)
    else { return note }
    let options: Suggestion =
      "\(option: "--course", course) \(option: "--segment", former.name)"
    let rename = Suggestion("name", [name.name], options: [options.words])
    return "\(note) \(command: rename) renames it in all sessions."
  }
}

extension Command {
  /// Whether it states the segments of a course.
  fileprivate var givesSegments: Bool {
    if case .start(let start) = self { return start.plan.segments != nil }
    if case .plan(let change, _) = self, case .set = change.segments { return true }
    return false
  }
}

extension Plan {
  /// The rules that are set, as text.
  package func rules(_ times: StopwatchLabel) -> [String] {
    var rules: [String] = []
    if let race { rules.append("race \(race.text.quoted)") }
    if let course { rules.append("course \(course.quoted)") }
    if let laps { rules.append(SplitList.header(count: laps)) }
    if let limit { rules.append("limit \(times.text(of: limit))") }
    if let minimumLap { rules.append("laps from \(times.text(of: minimumLap))") }
    return rules
  }
}
