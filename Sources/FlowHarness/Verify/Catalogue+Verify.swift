extension Catalogue {
  /// What a design of this catalogue does not do as it claims, a line for each kind of error, as
  /// `verify` finds it: for the tests of a package that brings a store.
  ///
  /// Everything runs in this process, so a store that crashes or never settles takes it along; the
  /// command line gives each design processes of its own.
  ///
  /// - Parameters:
  ///   - design: The design's id.
  ///   - seeds: With how many seeds each scenario is tried, from 1 to 1,000.
  /// - Returns: No line when every claim holds. Notes are left out.
  /// - Throws: `PlanError` for a design that is not in the catalogue, and what making a directory for
  ///   features that keep files throws.
  public func faults(of design: String, seeds: Int = 1) async throws -> [String] {
    var options = VerifyOptions()
    options.designs = [design]
    options.seeds = seeds
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
