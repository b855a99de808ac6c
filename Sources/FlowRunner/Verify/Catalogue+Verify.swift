package import FlowHarness

extension Catalogue {
  /// Verifies a design in this process.
  ///
  /// - Returns: A line for each kind of error.
  ///
  /// - Throws: `PlanError` for a design that is not in the catalogue, and what making a directory for
  ///   features that keep files throws.
  package func verifierFaults(of design: String, seeds: Int) async throws -> [String] {
    let options = try VerifyOptions.parsed(["--design=\(design)", "--seeds=\(seeds)"])
    let plan = try VerifyPlan(options, catalogue: self)
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let verifier = Verifier(
      catalogue: self, settings: plan.settings, workDirectory: scratch.path)
    var findings: [VerifyFinding] = []
    for check in plan.designs.flatMap(\.cases) {
      for finding in try await verifier.run(check).findings { findings.merge(finding) }
    }
    return findings.filter { $0.severity == .error }.map { "\($0.kind.rawValue): \($0.text)" }
  }
}
