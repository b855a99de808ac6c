import FlowBenchCLI
package import FlowHarness
import PublishedDesigns

extension Catalogue {
  private static let made: Catalogue = {
    var catalogue = Catalogue.withFloor()
    catalogue.addPublishedDesigns()
    return catalogue
  }()

  /// Returns the catalogue of `flowbench`: `floor` and the designs of this package.
  package static func standard() -> Catalogue { made }
}
