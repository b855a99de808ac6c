import Workloads

/// The modules with a fixed size, each time with new clocks.
var allModules: [any LeafFeature] {
  [
    CounterFeature(), TimerFeature(), PrimesFeature(), ProfileFeature(), LoginFeature(),
    NotesFeature(), ShopFeature(), SearchFeature(), FavoritesFeature(), EchoFeature(),
    LingerFeature(), LifecycleFeature(),
  ]
}
