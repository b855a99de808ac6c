package import FlowHarness

extension Catalogue {
  /// What a design of this catalogue does not do as it claims, found in this process: a line for each
  /// kind of error; notes are left out.
  ///
  /// - Throws: `PlanError` for a design that is not in the catalogue, and what making a directory for
  ///   features that keep files throws.
  package func verifierFaults(of design: String, seeds: Int) async throws -> [String] {
    var options = OptionValues()
    options[DesignOptions.designs] = [design]
    options[VerifyOptions.seeds] = seeds
    let plan = try VerifyPlan(options, catalogue: self)
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let verifier = Verifier(
      catalogue: self, settings: plan.settings, workDirectory: scratch.path)
    var findings = VerifyFindings()
    for check in plan.designs.flatMap(\.cases) {
      findings.merge(try await verifier.run(check).findings) { _ in true }
    }
    return findings.all.filter { $0.severity == .error }.map { "\($0.kind.rawValue): \($0.text)" }
  }
}
