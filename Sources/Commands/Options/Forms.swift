import Arguments
import Timing
import Text

extension Form where Value == String {
  /// A session by number, uid or name.
  static var session: Form { .text("session", completion: .sessions) }

  /// A name, label or tag.
  static func label(_ name: String, completion: Completion = .none) -> Form {
    Form(name, completion: completion, write: { $0 }) { word throws(InvalidValue) in
      do throws(LabelError) {
        return try Label.checked(word)
      } catch {
        throw InvalidValue(error.description)
      }
    }
  }

  /// The text of a moment; the command resolves it, since a bare time is relative to now.
  static var when: Form { .text("when") }
}

extension Form where Value == Duration {
  /// A duration of zero or more.
  static var duration: Form {
    Form("dur") { word throws(InvalidValue) in try Duration(word: word, signed: false) }
  }

  /// A duration above zero.
  static var positiveDuration: Form {
    Form("dur") { word throws(InvalidValue) in
      let span = try Duration(word: word, signed: false)
      guard span > .zero else { throw InvalidValue("not above zero") }
      return span
    }
  }

  /// A duration with a sign.
  static var shift: Form {
    Form("±dur", dashes: .numbers) { word throws(InvalidValue) in
      try Duration(word: word, signed: true)
    }
  }
}

extension Duration {
  fileprivate init(word: String, signed: Bool) throws(InvalidValue) {
    do throws(DurationTextError) {
      self = try Duration(text: word, signed: signed)
    } catch {
      throw InvalidValue(error.description)
    }
  }
}

extension Form where Value == EventID {
  /// The id of an event.
  static var uuid: Form {
    Form("uuid") { word throws(InvalidValue) in
      guard let id = EventID(word) else { throw InvalidValue("not a UUID") }
      return id
    }
  }
}

extension Form where Value == LapReference {
  /// A lap by its number, or by its event.
  static var lap: Form {
    Form("lap") { word throws(InvalidValue) in
      let digits = word.hasPrefix("@") ? word.dropFirst() : word[...]
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
        number > 0
      else { throw InvalidValue("a lap is a number, or @ and the number of its event") }
      return word.hasPrefix("@") ? .event(number) : .number(number)
    }
  }
}
