import Testing

@testable import FlowCore

private struct House: Equatable {
  struct Floor: Equatable {
    struct Room: Equatable {
      var lamps = 0
      var windows = [1, 2]
    }
    var room = Room()
    var doors = 0
  }
  var floor = Floor()
  var name = ""
}

/// Each level wraps the action.
private indirect enum Way: Equatable {
  case add(Int)
  case room(Way)
  case floor(Way)
  case window(Int, Way)
}

extension CasePath<Way, Way> {
  fileprivate static var floor: Self {
    Self(Way.floor) { if case .floor(let action) = $0 { action } else { nil } }
  }
  fileprivate static var room: Self {
    Self(Way.room) { if case .room(let action) = $0 { action } else { nil } }
  }
  fileprivate static func window(_ number: Int) -> Self {
    Self({ .window(number, $0) }) {
      if case .window(number, let action) = $0 { action } else { nil }
    }
  }
}

private enum FloorOfHouse: ScopePath {
  static var state: KeyPath<House, House.Floor> { \.floor }
  static var action: CasePath<Way, Way> { .floor }
}

private enum RoomOfFloor: ScopePath {
  static var state: KeyPath<House.Floor, House.Floor.Room> { \.room }
  static var action: CasePath<Way, Way> { .room }
}

@MainActor
struct `Typed scopes` {
  private var store: Store<Reduce<House, Way>> {
    Store(
      initialState: House(),
      reducer: Reduce { state, action in
        state.name = "\(action)"
        if case .floor(.room(.add(let number))) = action { state.floor.room.lamps += number }
        return .none
      })
  }

  private func linkCount(_ scope: ScopedStore<some Any, some Any>) -> Int {
    var count = 0
    var next = scope.link.outer
    while let link = next {
      count += 1
      next = link.takeUnretainedValue().outer
    }
    return count
  }

  @Test func `embed from the innermost level outwards, and read their part`() {
    let store = store
    let room = store.scope(FloorOfHouse.self).scope(RoomOfFloor.self)
    room.send(.add(2))
    #expect(store.name == "\(Way.floor(.room(.add(2))))")
    #expect(room.lamps == 2 && room.windows == [1, 2])
  }

  @Test func `become one level when they are erased`() {
    let store = store
    let room = store.scope(FloorOfHouse.self).scope(RoomOfFloor.self).scope()
    #expect(linkCount(room) == 1)
    room.send(.add(3))
    #expect(store.name == "\(Way.floor(.room(.add(3))))")
    #expect(room.current == store.floor.room && room.lamps == 3)
  }

  @Test func `add no levels to scopes that are created from them`() {
    let store = store
    let room = store.scope(FloorOfHouse.self).scope(RoomOfFloor.self)
    let same = room.scope(state: \.lamps, action: .window(1))
    #expect(linkCount(same) == 1)
    same.send(.add(4))
    #expect(store.name == "\(Way.floor(.room(.window(1, .add(4)))))")
    let deeper = same.scope(state: \.self, action: .window(2))
    #expect(linkCount(deeper) == 2)
    deeper.send(.add(5))
    #expect(store.name == "\(Way.floor(.room(.window(1, .window(2, .add(5))))))")
  }

  @Test func `can be read while nothing else retains the store`() {
    #expect(store.scope(FloorOfHouse.self).scope(RoomOfFloor.self).windows == [1, 2])
    #expect(store.scope(FloorOfHouse.self).scope(RoomOfFloor.self).scope().state.lamps == 0)
    #expect(store.scope(FloorOfHouse.self).scope().room.windows == [1, 2])
    #expect(store.floor.room.windows == [1, 2])
  }

  @Test func `can be created from any scope`() {
    let store = store
    let floor = store.scope(state: \.floor, action: .floor)
    let room = floor.scope(RoomOfFloor.self)
    room.send(.add(6))
    #expect(room.lamps == 6)
    #expect(linkCount(room.scope()) == 2)
    room.scope().send(.add(1))
    #expect(store.floor.room.lamps == 7)
  }
}
