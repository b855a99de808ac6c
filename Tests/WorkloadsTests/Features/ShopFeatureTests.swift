import Testing
import Workloads

@Suite struct ShopFeatureTests {
  @Test func `given equal products, when one is removed, then all of them are`() {
    let state = reduced(
      ShopFeature(), .add("milk"), .add("tea"), .add("milk"), .remove("milk"), .remove("salt"))
    #expect(state.products == ["tea"])
  }
}
