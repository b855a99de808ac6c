import FlowResults

extension SummaryMetric {
  /// The unit as other tools spell it: an action is their operation, and what is special about
  /// nanoseconds or bytes stands before them.
  var unit: String {
    traits.unit ?? Self.unit(of: name)
  }

  /// `cpu_ns_per_action` is `cpu-ns/op`, `retains_per_action` is `retains/op`.
  private static func unit(of name: String) -> String {
    let suffix = "_per_action"
    let quantity = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
    let spelt = quantity.map { $0 == "_" ? "-" : $0 }
    return String(spelt) + (name.hasSuffix(suffix) ? "/op" : "")
  }

  /// Whether it is a number of something, and any difference in it is one.
  var isExact: Bool { tolerance == 0 }
}
