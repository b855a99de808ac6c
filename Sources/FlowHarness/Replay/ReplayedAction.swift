import Workloads

/// An action as a trace holds it: as such, or as that of the only copy, in slot 0.
struct ReplayedAction<F: Feature>: Decodable {
  let action: F.Action

  private enum CopyKeys: String, CodingKey {
    case index, action
  }

  init(from decoder: any Decoder) throws {
    if let action = try? F.Action(from: decoder) {
      self.action = action
      return
    }
    let copy = try decoder.container(keyedBy: CopyKeys.self)
    guard try copy.decode(Int.self, forKey: .index) == 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .index, in: copy, debugDescription: "a module on its own is in slot 0")
    }
    action = try copy.decode(F.Action.self, forKey: .action)
  }
}
