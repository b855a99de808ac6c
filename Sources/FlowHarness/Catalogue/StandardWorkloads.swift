import Workloads

extension WorkloadDescription {
  static let app = Self(id: "app", summary: "all seven apps together, n copies of each")
}

extension TrialContext {
  /// The parts of a trial of the whole app.
  @MainActor
  func appParts(_ subject: @MainActor (TrialInput<AppFeature>) -> TrialSubject) -> TrialParts {
    parts(
      feature: { services in
        AppFeature(
          timer: Workload.timer.make(services), primes: Workload.primes.make(services),
          profile: Workload.profile.make(services), login: Workload.login.make(services),
          notes: Workload.notes.make(services), shop: Workload.shop.make(services),
          search: Workload.search.make(services), copies: scenario.features)
      }, subject: subject)
  }
}

// The modules, with the services of one trial: simulated, and the files of `primes` and `notes` on
// disk when a directory is given.

extension Workload where F == CounterFeature {
  static var counter: Self {
    Self(id: "counter", summary: "one number: the smallest state there is") { _ in
      CounterFeature()
    }
  }
}

extension Workload where F == TimerFeature {
  static var timer: Self {
    Self(id: "timer", summary: "an intermittent-fasting timer that can be shared") { services in
      TimerFeature(dependencies: .simulated(clock: services.clock))
    }
  }
}

extension Workload where F == PrimesFeature {
  static var primes: Self {
    Self(id: "primes", summary: "a counter, favourite primes, the nth prime, an activity feed") {
      services in
      var dependencies = PrimesFeature.Dependencies.simulated(clock: services.clock)
      if let directory = services.directory { dependencies.favorites = .disk(directory: directory) }
      return PrimesFeature(dependencies: dependencies)
    }
  }
}

extension Workload where F == ProfileFeature {
  static var profile: Self {
    Self(id: "profile", summary: "a name, and the age that is looked up for it") { _ in
      ProfileFeature()
    }
  }
}

extension Workload where F == LoginFeature {
  static var login: Self {
    Self(id: "login", summary: "a settings screen that asks who may log in") { _ in
      LoginFeature()
    }
  }
}

extension Workload where F == NotesFeature {
  static var notes: Self {
    Self(id: "notes", summary: "memos in order, a selection; edits are persisted") { services in
      guard let directory = services.directory else { return NotesFeature() }
      return NotesFeature(dependencies: .live(directory: directory))
    }
  }
}

extension Workload where F == ShopFeature {
  static var shop: Self {
    Self(id: "shop", summary: "a list of products; no effects") { _ in ShopFeature() }
  }
}

extension Workload where F == SearchFeature {
  static var search: Self {
    Self(id: "search", summary: "a query, its results; a newer query cancels the older") { _ in
      SearchFeature()
    }
  }
}

extension Workload where F == FavoritesFeature {
  static var favorites: Self {
    Self(id: "favorites", summary: "a number and 32 favourites, one replaced in place; no effects")
    { _ in FavoritesFeature() }
  }
}

extension Workload where F == EchoFeature {
  static var echo: Self {
    Self(id: "echo", summary: "a question and its answer: every action asks for work") { services in
      EchoFeature(answers: services.answers)
    }
  }
}

extension Workload where F == LingerFeature {
  static var linger: Self {
    Self(id: "linger", summary: "10,000 effects in flight that never answer, then all cancelled") {
      _ in LingerFeature()
    }
  }
}
