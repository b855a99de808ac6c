import FlowHarness
import Workloads

// What else the default suite asks: each of these needs a scenario made for it.

extension Suite {
  /// Arrays in place, slices that never change, deep scopes, batches, middlewares, the way of an
  /// effect, and effects in flight.
  @MainActor
  static func questions(_ catalogue: Catalogue) -> [Sweep] {
    let designs = catalogue.general
    return [
      // What does reducing in place save, and does it grow with the number of features?
      Sweep(
        designs: catalogue.designs(asked: [.collections]), workloads: ["favorites"],
        features: [1, 100, 10_000]),
      // What do views cost that have nothing to draw?
      Sweep(
        designs: catalogue.designs(asked: [.everything]), workloads: ["favorites"],
        features: [101, 10_000], distributions: [.first]),
      Sweep(
        designs: catalogue.designs(asked: [.oneView]),
        workloads: ["favorites"], features: [101], distributions: [.first], views: [.otherSlices]),
      // And 9,999 of them?
      Sweep(
        designs: catalogue.designs(asked: [.everything]), workloads: ["favorites"],
        features: [10_000], distributions: [.first], views: [.otherSlices]),
      // What does one view cost that draws every change?
      Sweep(
        designs: catalogue.designs(asked: [.oneView]),
        workloads: ["counter", "favorites"], views: [.ownSlice, .reader]),
      // What does a scope cost, and the tenth?
      Sweep(
        designs: catalogue.designs(asked: [.scopes]), workloads: ["counter"], topologies: [.scoped],
        depths: [1, 4, 10]),
      // What does an action cost that comes with others, and does that grow with the features?
      Sweep(
        designs: catalogue.designs(asked: [.batches]), workloads: ["counter"],
        features: [1, 10_000]),
      // What does a middleware cost that lets every action pass?
      Sweep(designs: designs, workloads: ["counter"], middlewares: [1, 4]),
      // What does an effect cost by the way it takes, and what by suspending? (with `modules`)
      Sweep(designs: designs, workloads: ["echo"], completions: [.suspending]),
      // What does an effect in flight cost beyond the work itself, and the end of 10,000?
      Sweep(designs: designs, workloads: ["linger"]),
    ]
  }
}
