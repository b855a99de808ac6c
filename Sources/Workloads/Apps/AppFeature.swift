/// All modules of the workload `app`, the list of them.
public typealias AppFeature = ModularApp<
  TimerFeature, PrimesFeature, ProfileFeature, LoginFeature, NotesFeature, ShopFeature,
  SearchFeature, NoModule
>

extension AppFeature {
  /// An app of *n* copies of each module, with the services of one trial.
  public init(_ services: Services, copies: Int) {
    self.init(
      Workload.timer.make(services), Workload.primes.make(services),
      Workload.profile.make(services), Workload.login.make(services),
      Workload.notes.make(services), Workload.shop.make(services),
      Workload.search.make(services), NoModule(), copies: copies)
  }

  /// An app of *n* copies of each module in a simulated world, with one clock for all.
  public init(copies: Int, clock: SimulatedClock = SimulatedClock()) {
    self.init(Services(clock: clock), copies: copies)
  }
}

extension AppWorkload where App == AppFeature {
  /// The modules above, *n* copies of each.
  public static var app: Self {
    Self(id: "app", summary: "all seven apps together, n copies of each") {
      AppFeature($0, copies: $1)
    }
  }
}

extension WorkloadDescription {
  /// That of the app.
  public static var app: Self { AppWorkload.app.description }
}
