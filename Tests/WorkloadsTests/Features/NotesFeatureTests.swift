import Testing
import Workloads

@Suite struct NotesFeatureTests {
  let feature = NotesFeature(dependencies: .simulated())
  var three: NotesFeature.State {
    reduced(feature, .add(id: 5, text: "b"), .add(id: 9, text: "c"), .add(id: 2, text: "a"))
  }

  @Test func `memos are in the order of their unique ids`() {
    let state = reduced(feature, .add(id: 5, text: "again"), from: three)
    #expect(state.memos.map { $0.id } == [2, 5, 9])
    #expect(state.memos.map { $0.text } == ["a", "b", "c"])
  }

  @Test func `a removal of the selected memo removes the selection`() {
    let selected = reduced(feature, .setSelection(5), from: three)
    #expect(selected.selection == 5)
    #expect(reduced(feature, .remove(id: 9), from: selected).selection == 5)
    #expect(reduced(feature, .remove(id: 5), from: selected).selection == nil)
    #expect(reduced(feature, .setSelection(nil), from: selected).selection == nil)
  }

  @Test func `actions for missing memos change nothing`() {
    let state = reduced(
      feature, .setSelection(1), .editMemo(id: 1, text: "x"), .remove(id: 1), from: three)
    #expect(state == three)
    #expect(feature.request(for: .editMemo(id: 1, text: "x"), after: state) == nil)
  }

  @Test func `an edit saves all memos`() throws {
    let storage = ValueStorage<[NotesFeature.Memo]>.memory()
    let feature = NotesFeature(dependencies: .init(memos: storage))
    let edit = NotesFeature.Action.editMemo(id: 9, text: "new")
    let state = reduced(feature, edit, from: three)
    let request = try #require(feature.request(for: edit, after: state))
    #expect(feature.perform(request) == nil)
    #expect(try storage.load() == state.memos)
    #expect(state.memos.map { $0.text } == ["a", "b", "new"])
  }
}
