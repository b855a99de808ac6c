// The attributes are those of the SDK of Xcode 26. Views are isolated to the main actor and their
// initializers and modifiers are not; `@_inheritActorContext` is left out where Apple's pages do not
// show it, which makes the check stricter.
@_exported import Foundation
public import Observation

// MARK: - Views

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View { public typealias Body = Never; public var body: Never { fatalError() } }
extension Optional: View where Wrapped: View { public typealias Body = Never; public var body: Never { fatalError() } }
@MainActor @preconcurrency public protocol Primitive: View where Body == Never {}
extension Primitive { public var body: Never { fatalError() } }
@frozen public struct EmptyView: Primitive { @inlinable nonisolated public init() {} }
@frozen public struct TupleView<T>: Primitive { nonisolated init() {} }
@frozen public struct _ConditionalContent<TrueContent: View, FalseContent: View>: Primitive { nonisolated init() {} }
@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  @_disfavoredOverload
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> { TupleView() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<TrueContent: View, FalseContent: View>(first: TrueContent) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent() }
  public static func buildEither<TrueContent: View, FalseContent: View>(second: FalseContent) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent() }
}

@frozen public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  public init(_ value: String) {}
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}
  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ string: String) {}
    public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) {}
  }
}
public protocol _FormatSpecifiable: Equatable {}
extension Int: _FormatSpecifiable {}
extension Double: _FormatSpecifiable {}

@frozen public struct Text: Equatable, Sendable, Primitive {
  nonisolated public init(verbatim content: String) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ content: S) {}
  nonisolated public init(_ key: LocalizedStringKey, tableName: String? = nil, comment: StaticString? = nil) {}
}
@MainActor @preconcurrency public struct Button<Label: View>: Primitive {
  @preconcurrency nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}
extension Button where Label == Text {
  @preconcurrency nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) { self.init(action: action) { Text(titleKey) } }
  @_disfavoredOverload
  @preconcurrency nonisolated public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) { self.init(action: action) { Text(title) } }
}
@MainActor @preconcurrency public struct TextField<Label: View>: Primitive { nonisolated init(_ label: Label) {} }
extension TextField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { self.init(Text(titleKey)) }
  @_disfavoredOverload
  nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) { self.init(Text(title)) }
}
@MainActor @preconcurrency public struct Toggle<Label: View>: Primitive {
  nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
}
extension Toggle where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(titleKey) } }
  @_disfavoredOverload
  nonisolated public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
}
@MainActor @preconcurrency public struct ProgressView<Label: View, CurrentValueLabel: View>: Primitive { nonisolated init(_ label: Label) {} }
extension ProgressView where CurrentValueLabel == EmptyView {
  nonisolated public init() where Label == EmptyView { self.init(EmptyView()) }
}
@MainActor @preconcurrency public struct Form<Content: View>: Primitive {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}
@MainActor @preconcurrency public struct List<SelectionValue: Hashable, Content: View>: Primitive { nonisolated init(_ content: Content) {} }
extension List where SelectionValue == Never {
  nonisolated public init(@ViewBuilder content: () -> Content) { self.init(content()) }
  nonisolated public init<Data: RandomAccessCollection, RowContent: View>(_ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent)
  where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable { self.init(ForEach(data, content: rowContent)) }
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  public var data: Data
  public var content: (Data.Element) -> Content
}
extension ForEach: View where Content: View { public typealias Body = Never; public var body: Never { fatalError() } }
extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) { self.data = data; self.content = content }
}
extension ForEach where Content: View {
  nonisolated public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) { self.data = data; self.content = content }
}
public struct NavigationPath: Equatable {}
@MainActor @preconcurrency public struct NavigationStack<Data, Root: View>: Primitive {
  nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {}
}

extension View {
  nonisolated public func sheet<Item: Identifiable, Content: View>(item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content) -> some View { EmptyView() }
  nonisolated public func sheet<Content: View>(isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content) -> some View { EmptyView() }
  nonisolated public func navigationDestination<D: Hashable, C: View>(item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C) -> some View { EmptyView() }
  nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { EmptyView() }
  nonisolated public func alert<A: View>(_ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A) -> some View { EmptyView() }
  nonisolated public func alert<A: View, M: View>(_ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M) -> some View { EmptyView() }
  nonisolated public func environment<T: AnyObject & Observable>(_ object: T?) -> some View { EmptyView() }
  nonisolated public func task(priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View { EmptyView() }
}

// MARK: - Data

public protocol DynamicProperty {}
@frozen @propertyWrapper public struct State<Value>: DynamicProperty {
  public init(wrappedValue value: Value) { wrappedValue = value }
  public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
  public var projectedValue: Binding<Value> { fatalError() }
}
extension State: Sendable where Value: Sendable {}

@frozen @propertyWrapper @dynamicMemberLookup public struct Binding<Value>: DynamicProperty {
  public var transaction: Transaction
  @preconcurrency public init(get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void) { fatalError() }
  @preconcurrency public init(get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value, Transaction) -> Void) { fatalError() }
  public static func constant(_ value: Value) -> Binding<Value> { fatalError() }
  public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
  public var projectedValue: Binding<Value> { self }
  public init(projectedValue: Binding<Value>) { self = projectedValue }
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> { fatalError() }
  public func transaction(_ transaction: Transaction) -> Binding<Value> { self }
  public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }
}
extension Binding: @unchecked Sendable where Value: Sendable {}

@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }
  @available(*, unavailable, message: "The wrapped value must be an object that conforms to Observable")
  public init(wrappedValue: Value) { fatalError() }
}
extension Bindable where Value: AnyObject {
  public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> { fatalError() }
}
extension Bindable where Value: AnyObject & Observable {
  public init(wrappedValue: Value) { fatalError() }
  public init(_ wrappedValue: Value) { fatalError() }
  public init(projectedValue: Bindable<Value>) { fatalError() }
}
extension Bindable: Sendable where Value: Sendable {}

public struct EnvironmentValues: CustomStringConvertible { public init() {}; public var description: String { "" } }
@frozen @propertyWrapper public struct Environment<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}
extension Environment {
  public init(_ objectType: Value.Type) where Value: AnyObject & Observable {}
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {}
}
extension Environment: Sendable where Value: Sendable {}

// MARK: - Animations

@frozen public struct Animation: Equatable, Sendable {
  public static let `default` = Animation()
}
@frozen public struct Transaction {
  public init() {}
  public init(animation: Animation?) {}
  public var animation: Animation?
  public var disablesAnimations: Bool { get { false } set {} }
}
@available(*, unavailable) extension Transaction: Sendable {}
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result { try body() }
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result { try body() }

// MARK: - Apps and previews

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: Scene {}
@resultBuilder public struct SceneBuilder {
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
@MainActor @preconcurrency public struct WindowGroup<Content: View>: Scene {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}
extension App { @MainActor @preconcurrency public static func main() {} }
/// Stands for the macro of the same name, whose parameters it has.
public struct Preview {
  public init(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) {}
}
