// As the compiler would write it for an enum whose cases had the modules' names:
// `{"shop":{"_0":…}}`.
private struct ActionKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ text: String) { stringValue = text }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }

  static var payload: ActionKey { ActionKey("_0") }
}

extension OneOf
where
  T0: KeyedAction, T1: KeyedAction, T2: KeyedAction, T3: KeyedAction, T4: KeyedAction,
  T5: KeyedAction, T6: KeyedAction, T7: KeyedAction
{
  /// The key of each place.
  static var keys: [String] {
    [T0.key, T1.key, T2.key, T3.key, T4.key, T5.key, T6.key, T7.key]
  }
}

extension OneOf: Encodable
where
  T0: KeyedAction, T1: KeyedAction, T2: KeyedAction, T3: KeyedAction, T4: KeyedAction,
  T5: KeyedAction, T6: KeyedAction, T7: KeyedAction
{
  /// Writes the value under its module's name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ActionKey.self)
    func put<A: KeyedAction>(_ action: A) throws {
      var nested = container.nestedContainer(keyedBy: ActionKey.self, forKey: ActionKey(A.key))
      try nested.encode(action, forKey: .payload)
    }
    switch self {
    case .m0(let action): try put(action)
    case .m1(let action): try put(action)
    case .m2(let action): try put(action)
    case .m3(let action): try put(action)
    case .m4(let action): try put(action)
    case .m5(let action): try put(action)
    case .m6(let action): try put(action)
    case .m7(let action): try put(action)
    }
  }
}

extension OneOf: Decodable
where
  T0: KeyedAction, T1: KeyedAction, T2: KeyedAction, T3: KeyedAction, T4: KeyedAction,
  T5: KeyedAction, T6: KeyedAction, T7: KeyedAction
{
  /// Reads the value of the one module that is named.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ActionKey.self)
    let keys = Self.keys
    let named = container.allKeys.compactMap { key in
      keys.firstIndex(of: key.stringValue).map { (place: $0, key: key) }
    }
    guard let only = named.first, named.count == 1 else {
      throw DecodingError.typeMismatch(
        Self.self,
        DecodingError.Context(
          codingPath: container.codingPath,
          debugDescription: "Invalid number of keys found, expected one."))
    }
    let nested = try container.nestedContainer(keyedBy: ActionKey.self, forKey: only.key)
    func get<A: KeyedAction>() throws -> A { try nested.decode(A.self, forKey: .payload) }
    switch only.place {
    case 0: self = .m0(try get())
    case 1: self = .m1(try get())
    case 2: self = .m2(try get())
    case 3: self = .m3(try get())
    case 4: self = .m4(try get())
    case 5: self = .m5(try get())
    case 6: self = .m6(try get())
    default: self = .m7(try get())
    }
  }
}
