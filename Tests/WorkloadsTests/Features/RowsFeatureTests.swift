import Testing
import Workloads

// Serialized, because comparisons of the whole process are counted.
@Suite(.serialized) struct RowsFeatureTests {
  private typealias Row = RowsFeature.Row

  private func rows(_ state: RowsFeature.State) -> [Int] { state.rows.map(\.id) }

  /// Returns a state of five rows after actions.
  private func five(_ actions: RowsFeature.Action...) -> RowsFeature.State {
    let feature = RowsFeature(.update, count: 5)
    return fold(feature, actions).state
  }

  @Test func `each action changes the rows that it names`() {
    let labels = RowsFeature(.update, count: 5).labels
    #expect(five(.update(at: 3, label: 9)).rows.map(\.label) == [0, 1, 2, 9, 4].map { labels[$0] })
    #expect(rows(five(.insert(id: 7, label: 0))) == [7, 0, 1, 2, 3, 4])
    #expect(rows(five(.remove(at: 1))) == [0, 2, 3, 4])
    #expect(rows(five(.move(from: 0, to: 4))) == [1, 2, 3, 4, 0])
    #expect(rows(five(.move(from: 4, to: 0))) == [4, 0, 1, 2, 3])
    #expect(five(.replace(first: 62)).rows.map(\.label) == [62, 63, 0, 1, 2].map { labels[$0] })
    #expect(five(.refresh).rows == five().rows)
    #expect(five(.select(at: 2)).selected == 2 && five().selected == nil)
  }

  @Test func `rows are sorted by label and by identifier`() {
    let feature = RowsFeature(.sort, count: 200)
    let sorted = reduced(feature, .sort(byLabel: true))
    let pairs = sorted.rows.map { ($0.label, $0.id) }
    #expect(zip(pairs, pairs.dropFirst()).allSatisfy(<))
    #expect(rows(sorted) != Array(0..<200))
    #expect(rows(reduced(feature, .sort(byLabel: false), from: sorted)) == Array(0..<200))
  }

  @Test func `positions without a row change no row`() {
    let actions: [RowsFeature.Action] = [
      .update(at: 5, label: 0), .remove(at: 5), .move(from: 5, to: 0), .move(from: 0, to: 5),
      .select(at: 5),
    ]
    for action in actions {
      #expect(!RowsFeature(.update, count: 5).accepts(action))
      let state = five(action)
      #expect(state.rows == five().rows && state.selected == nil && state.journal != 0)
    }
  }

  @Test(arguments: RowsFeature.Operation.allCases, [1, 7, 300])
  func `generated actions keep the number of rows, and each changes the digest`(
    operation: RowsFeature.Operation, count: Int
  ) {
    let feature = RowsFeature(operation, count: count)
    for distribution in [Distribution.uniform, .session(users: 8)] {
      let actions = actions(of: feature, distribution, count: 400)
      var (sent, last) = (0, digest(feature, feature.initialState))
      _ = fold(feature, actions) { state in
        sent += 1
        #expect(feature.accepts(actions[sent - 1]))
        if sent.isMultiple(of: feature.period) { #expect(state.rows.count == count) }
        let next = digest(feature, state)
        #expect(next != last)
        last = next
      }
      for lost in [0, 200, 399] {
        var rest = actions
        rest.remove(at: lost)
        #expect(digest(feature, fold(feature, rest).state) != last)
      }
    }
  }

  @Test func `operations of the same number of rows have different actions`() {
    let trails = RowsFeature.Operation.allCases.map { operation in
      let feature = RowsFeature(operation, count: 300)
      return trail(feature, actions(of: feature, count: 100))
    }
    #expect(Set(trails).count == trails.count)
  }

  @Test func `the screen has the first twenty rows and the number of rows`() {
    let feature = RowsFeature(.update, count: 100)
    let shown = feature.initialState
    var hidden = shown
    hidden.rows[20].label = "hidden"
    #expect(feature.drawn(hidden) == feature.drawn(shown))
    #expect(RowsFeature.Screen(hidden) == RowsFeature.Screen(shown))
    var changed = shown
    changed.rows[19].label = "shown"
    #expect(feature.drawn(changed) != feature.drawn(shown))
    #expect(RowsFeature.Screen(changed) != RowsFeature.Screen(shown))
    changed = shown
    changed.rows.removeLast()
    #expect(feature.drawn(changed) != feature.drawn(shown))
    #expect(RowsFeature.Screen(changed) != RowsFeature.Screen(shown))
  }

  private func comparisons(_ body: () -> Bool) -> (Int, isTrue: Bool) {
    Comparisons.begin()
    let isTrue = body()
    return (Comparisons.end(), isTrue)
  }

  @Test func `comparisons are counted up to the first difference, and none for the same memory`() {
    let feature = RowsFeature(.update, count: 100)
    let (first, second) = (feature.initialState, feature.initialState)
    #expect(comparisons { first == second } == (100, true))
    let same = first
    #expect(comparisons { first == same } == (0, true))
    var third = second
    third.rows[40].label = "other"
    #expect(comparisons { first == third } == (41, false))
    let screens = (RowsFeature.Screen(first), RowsFeature.Screen(third))
    #expect(comparisons { screens.0 == screens.1 } == (20, true))
    #expect(first == second)
    #expect(comparisons { true } == (0, true), "those before are not counted")
  }
}
