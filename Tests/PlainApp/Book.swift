import FlowCore

/// A book on the list.
struct Book: Equatable, Identifiable {
  let id: Int
  var title: String
  var isRead = false
  var cover: String?
}

/// The actions of a book.
enum BookAction: Equatable {
  case toggleRead
  case loadCover
  case coverLoaded(String)
}

/// The reducer of a book.
struct BookReducer: Reducer {
  let world: World

  func reduce(into book: inout Book, action: BookAction) -> Effect<BookAction> {
    switch action {
    case .toggleRead:
      book.isRead.toggle()
      return .none
    case .loadCover:
      let (cover, id) = (world.cover, book.id)
      return .task { .coverLoaded(try await cover(id)) }
        .cancellable(id: Loading(), cancelInFlight: true)
    case .coverLoaded(let cover):
      book.cover = cover
      return .none
    }
  }

  private struct Loading: Hashable {}
}
