#if !Benchmark
  // Every library of this package imports this one, except those that apps use.
  #error(
    "only FlowCore, FlowTesting and FlowTrace build without the trait Benchmark; write .package(…, traits: [.defaults, \"Benchmark\"])"
  )
#endif
