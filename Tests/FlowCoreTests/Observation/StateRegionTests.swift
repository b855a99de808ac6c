import FlowCore
import Testing

struct `Adjacent and nested regions` {
  @Test func `a union with a containing region is that region`() {
    struct Four {
      var a = 0
      var b = 0
      var c = 0
      var d = 0
    }
    struct Pair {
      var left = Four()
      var right = Four()
    }
    let right = StateRegion.part(\Pair.right)
    let inside: [StateRegion] = [
      .part(\Pair.right), .part(\Pair.right.a), .part(\Pair.right.b), .part(\Pair.right.d),
      .unknown.inside(.part(\Pair.right.b)), .unknown.inside(.part(\Pair.right.d)),
    ]
    for part in inside {
      #expect(part.union(right) == right && right.union(part) == right)
    }
    let outside: [StateRegion] = [
      .part(\Pair.left), .part(\Pair.left.d), .part(\Pair.left.a), .unknown, .all,
    ]
    for part in outside {
      let both = part.union(right)
      #expect(both != right && both == right.union(part))
      #expect(both.overlaps(part) && both.overlaps(.part(\Pair.right.d)))
    }
    let (a, c) = (StateRegion.part(\Pair.left.a), StateRegion.part(\Pair.left.c))
    #expect(a.union(c).overlaps(.part(\Pair.left.b)) && !a.union(c).overlaps(.part(\Pair.left.d)))
    let unknown = StateRegion.unknown.inside(.part(\Pair.left))
    #expect(unknown.union(a) == unknown && a.union(unknown) == unknown)
    #expect(unknown.union(a) != .part(\Pair.left), "nothing more is known of the inside")
  }

  @Test func `elements of collections that lie in one another overlap, whatever their keys`() {
    struct Drawer: KeyedElements {
      var items: [Int] = []
      var label = 0
      var memberCount: Int { items.count }
      func member(_ key: Int) -> Int? { items.member(key) }
      mutating func update<Result>(_ key: Int, _ body: (inout Int) -> Result) -> Result? {
        items.update(key, body)
      }
    }
    struct Desk {
      var drawer = Drawer()
      var other = Drawer()
    }
    let (outer, inner) = (
      StateRegion.element(\Desk.drawer, key: 1), StateRegion.element(\Desk.drawer.items, key: 2)
    )
    #expect(outer.overlaps(inner) && inner.overlaps(outer))
    #expect(!outer.overlaps(.element(\Desk.drawer, key: 2)))
    #expect(!outer.overlaps(.element(\Desk.other, key: 1)))
    #expect(!inner.overlaps(.part(\Desk.drawer.label)) && outer.overlaps(.part(\Desk.drawer.label)))
  }

  @Test func `parts that touch do not overlap`() {
    struct Three {
      var a: UInt8 = 0
      var b: UInt8 = 0
      var c: UInt8 = 0
      var empty: Void = ()
    }
    let (a, b, c) = (
      StateRegion.part(\Three.a), StateRegion.part(\Three.b), StateRegion.part(\Three.c)
    )
    #expect(a.overlaps(a) && !a.overlaps(b) && !b.overlaps(a) && !b.overlaps(c) && !c.overlaps(b))
    #expect(StateRegion.part(\Three.empty).overlaps(.all))
    #expect(a.inside(.part(\Three.c)) == c, "the first byte of the third")
    #expect(b.inside(.part(\Three.c)) != c && !b.inside(.part(\Three.c)).overlaps(c))
  }
}
