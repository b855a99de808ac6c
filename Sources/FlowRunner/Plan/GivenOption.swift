import Workloads

/// An option that a person gave and that decides which scenarios there are.
struct GivenOption<Options> {
  /// As it is written.
  let name: String
  /// What was given.
  let value: String
  /// What it demands of designs; `nil` when nothing that they may lack.
  let demand: Obstacle.Demand?
  /// Takes it back, so that the suite decides again.
  let omit: (inout Options) -> Void
}

extension RunOptions {
  /// What was given; first what one asks for, last what seldom leaves nothing.
  var given: [GivenOption<RunOptions>] {
    func words(
      _ name: String, _ path: WritableKeyPath<RunOptions, [String]?>,
      _ demand: Obstacle.Demand? = nil
    ) -> GivenOption<RunOptions>? {
      self[keyPath: path].map { words in
        GivenOption(name: name, value: words.joined(separator: ","), demand: demand) {
          $0[keyPath: path] = nil
        }
      }
    }
    func numbers(
      _ name: String, _ path: WritableKeyPath<RunOptions, [Int]?>, _ demand: Obstacle.Demand? = nil
    ) -> GivenOption<RunOptions>? {
      self[keyPath: path].map { numbers in
        let value = numbers.map(String.init).joined(separator: ",")
        return GivenOption(name: name, value: value, demand: demand) { $0[keyPath: path] = nil }
      }
    }
    return [
      words("--design", \.designs), words("--workload", \.workloads),
      words("--topology", \.topologies, .topology), words("--views", \.views, .views),
      numbers("--middlewares", \.middlewares, .middlewares),
      words("--completion", \.completions, .completion),
      numbers("--features", \.features, .features),
      numbers("--groups", \.groups), numbers("--observers", \.observers, .views),
      words("--storage", \.storages), numbers("--depth", \.depths),
      words("--distribution", \.distributions),
    ].compactMap { $0 }
  }
}
