import EventLog
import Timing

extension Event.Kind {
  /// The name of the kind in the log.
  package var name: String {
    switch self {
    case .started: "started"
    case .stopped: "stopped"
    case .resumed: "resumed"
    case .lapped: "lapped"
    case .timestamped: "timestamped"
    case .named: "named"
    case .tagged: "tagged"
    case .untagged: "untagged"
    case .identified: "identified"
    case .planned: "planned"
    case .amended: "amended"
    case .removed: "removed"
    case .reverted: "reverted"
    case .discarded: "discarded"
    case .unknown(let name): name
    }
  }

  /// The kind of this name with its payload.
  ///
  /// Nil if the payload lacks what the kind needs.
  ///
  /// - Parameters:
  ///   - name: any name; one that is not known makes an unknown kind.
  ///   - payload: what belongs to it, read when it is needed.
  init?(name: String, _ payload: () throws -> Payload) rethrows {
    switch name {
    case "stopped": self = .stopped
    case "resumed": self = .resumed
    case "discarded": self = .discarded
    case "lapped": self = .lapped(label: try payload().label)
    case "started": self = .started(Event.Start(try payload()))
    case "planned": self = .planned(PlanChange(try payload()))
    default: try self.init(nameWithNeeds: name, payload)
    }
  }

  /// The kinds that are nothing without their payload.
  private init?(nameWithNeeds name: String, _ payload: () throws -> Payload) rethrows {
    let kind: Event.Kind? =
      switch name {
      case "timestamped": try payload().label.map { .timestamped(label: $0) }
      case "named": try payload().name.map { .named($0) }
      case "tagged": try payload().tags.map { .tagged($0) }
      case "untagged": try payload().tags.map { .untagged($0) }
      case "identified": try payload().people.map { .identified($0) }
      case "removed": try payload().target.map { .removed($0) }
      case "reverted": try payload().target.map { .reverted($0) }
      case "amended": Event.Kind(amended: try payload())
      default: .unknown(name: name)
      }
    guard let kind else { return nil }
    self = kind
  }

  private init?(amended payload: Payload) {
    guard let target = payload.target else { return nil }
    if let by = payload.by {
      self = .amended(target, .by(by))
    } else if let at = payload.at {
      self = .amended(target, .at(at))
    } else if let label = payload.label {
      self = .amended(target, .label(label))
    } else {
      return nil
    }
  }
}

extension Event.Start {
  init(_ payload: Payload) {
    self.init(
      name: payload.name, tags: payload.tags ?? [],
      plan: Plan(
        laps: payload.laps.value, limit: payload.limit.value,
        minimumLap: payload.minimumLap.value))
  }
}

extension PlanChange {
  init(_ payload: Payload) {
    self.init(laps: payload.laps, limit: payload.limit, minimumLap: payload.minimumLap)
  }
}

extension PlanChange.Rule {
  fileprivate var value: Value? {
    if case .set(let value) = self { value } else { nil }
  }
}
