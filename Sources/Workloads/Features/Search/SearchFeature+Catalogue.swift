extension SearchFeature {
  /// The maximum number of results of a query.
  public static let resultLimit = 8

  /// Returns the words that begin with `query`, then those that contain it, up to `resultLimit`,
  /// each group in the order of the catalogue.
  ///
  /// - Complexity: O(*n*) in the bytes of the catalogue.
  @Sendable public static func find(_ query: String) -> [String] {
    guard !query.isEmpty else { return [] }
    var first: [String] = []
    var second: [String] = []
    for word in catalogue {
      if word.utf8.starts(with: query.utf8) {
        first.append(word)
      } else if word.utf8.contains(query.utf8) {
        second.append(word)
      }
    }
    return Array((first + second).prefix(resultLimit))
  }

  // 333 words of at most 8 letters, in alphabetical order.
  static let catalogue: [String] = """
    acorn actor agate alarm album alder alley almond amber anchor angel ankle apple apron arch \
    arena armor arrow aspen atlas attic autumn avenue axis badge bagel baker balcony ballad \
    bamboo banjo barley barn barrel basil basin basket beach beacon beaver bell bench berry \
    birch bishop blanket blossom boat bonfire border bottle boulder branch brick bridge brook \
    broom bucket bugle cabin cable cactus camel canal candle canoe canvas captain caravan cargo \
    carpet castle cedar cellar chapel cherry chest chimney cinder circle citrus clarinet clay \
    cliff clock clover coast cobalt comet compass copper coral cottage cotton crane crater \
    creek cricket crown crystal curtain cypress dagger daisy dawn delta desert diamond dolphin \
    donkey dragon drum dune eagle easel echo elbow elm ember engine falcon feather fern ferry \
    fiddle field flame flint flute forest fossil fountain fox frost galaxy garden garnet gate \
    geyser glacier glove goblet gorge granite grape gravel grove guitar gull hammer harbor harp \
    harvest hazel hedge helmet heron hill hollow horizon hornet ink inlet iris iron island ivory \
    ivy jacket jade jasmine jewel jungle juniper kayak kettle kite ladder lagoon lake lantern \
    larch laurel lava leather ledge lemon lens lichen lighter lilac lily linen lion lizard \
    locket loom lotus lumber lute magnet mango mantle maple marble marsh meadow melon meteor \
    mill mint mirror mist moat moon mosaic moss moth mountain mural nectar needle nest nettle \
    nickel north nutmeg oak oasis oat ocean olive onion opal orange orbit orchard orchid organ \
    otter owl oyster paddle palace panther papaya parrot pasture pebble pelican pepper petal \
    piano pier pigeon pillow pine planet plateau plum pocket pollen pond poplar poppy prairie \
    prism pumpkin puzzle quarry quartz quilt rabbit raft rain raven reef ribbon ridge river \
    robin rocket rope rose ruby saddle saffron sail salmon sand sapphire satin scarf shell \
    silver sky slate snow sparrow spruce stone storm stream summit sunset swan temple thistle \
    thunder tiger timber torch tower trail tulip tundra tunnel turtle valley velvet village \
    violet violin walnut water wave willow window winter wolf yarrow zebra zenith
    """.split(separator: " ").map { String($0) }

  // Beginnings of words, each with at least two results.
  @usableFromInline static let queries = [
    "a", "al", "an", "ar", "b", "ba", "be", "br", "c", "ca", "ch", "cl", "co", "cr", "d", "f",
    "g", "h", "l", "la", "li", "m", "ma", "mo", "n", "o", "or", "p", "pi", "r", "s", "t",
  ]

  @usableFromInline static let pageCount = 4

  // For each query the first 2, 4, 6 and 8 results, shared so that an action with results allocates
  // nothing.
  @usableFromInline static let pages: [[[String]]] = queries.map { query in
    let all = find(query)
    return (1...pageCount).map { Array(all.prefix($0 * resultLimit / pageCount)) }
  }
}
