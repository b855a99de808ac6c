package import FlowResults

extension ClaimText {
  /// A page of its own, for a browser or a printer.
  package var page: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Claims about stores</title>
    <style>
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem;
      color: #222; background: #fff; }
    .claim { border-top: 1px solid #ccc; padding: .5rem 0; break-inside: avoid; }
    .verdict { font-weight: 600; margin: .25rem 0; }
    .verdict.holds { color: #1a6e2e; }
    .verdict.does-not-hold { color: #a3231f; }
    .warning { color: #8a5a00; }
    dt { font-weight: 600; } dd { margin: 0 0 .4rem 1rem; }
    code { overflow-wrap: anywhere; font-size: .85em; }
    @media (prefers-color-scheme: dark) {
      body { color: #ddd; background: #161616; }
      .claim { border-color: #444; }
      .verdict.holds { color: #6cc581; } .verdict.does-not-hold { color: #f0807a; }
      .warning { color: #e0b060; }
    }
    </style>
    </head>
    <body>
    \(html)</body>
    </html>

    """
  }
}

extension ClaimText {
  /// What `make plot` puts at the head of its page.
  package static let partFile = "claims.html"
  /// The same for programs.
  package static let objectFile = "claims.json"

  /// Writes the cards beside the run's other files.
  ///
  /// - Throws: `PlanError` when the directory cannot be written.
  package func write(into directory: String) throws(PlanError) {
    do {
      try WholeFile.write(html, to: "\(directory)/\(Self.partFile)")
      try WholeFile.write(try json(), to: "\(directory)/\(Self.objectFile)")
    } catch {
      throw .failed(
        option: "--run", path: directory,
        reason: "must be a directory in which \(Self.objectFile) can be written", error)
    }
  }
}
