import FlowBenchCLI

/// An app of a module of somebody else's and one of FlowBench's.
typealias TallyAndShop = ModularApp<
  TallyFeature, ShopFeature, NoModule, NoModule, NoModule, NoModule, NoModule, NoModule
>

extension AppWorkload where App == TallyAndShop {
  static var tallyAndShop: Self {
    Self(id: "tally-shop", summary: "counts what comes, and sells it") { services, copies in
      TallyAndShop(
        TallyFeature(), Workload.shop.make(services), NoModule(), NoModule(), NoModule(),
        NoModule(), NoModule(), NoModule(), copies: copies)
    }
  }
}
