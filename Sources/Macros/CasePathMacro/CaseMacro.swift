import SwiftCompilerPlugin
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Expands `@Case static var cart: Self` in an extension of `CasePath<Root, Value>`.
struct CaseMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    let variable = declaration.as(VariableDeclSyntax.self)
    let isStatic = variable?.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
    let pattern = variable?.bindings.first?.pattern.as(IdentifierPatternSyntax.self)
    guard let name = pattern?.identifier, isStatic == true,
      let count = valueCount(in: context.lexicalContext)
    else { throw CaseError() }
    let values = (0..<count).map { "value\($0)" }
    let bound = values.map { "let \($0)" }.joined(separator: ", ")
    return [
      """
      get {
        Self(Root.\(name)) {
          if case .\(name)(\(raw: bound)) = $0 { (\(raw: values.joined(separator: ", "))) } else { nil }
        }
      }
      """
    ]
  }

  /// Returns the number of values of a case: 2 in an extension of `CasePath<Root, (Key, Action)>`.
  private static func valueCount(in context: [Syntax]) -> Int? {
    let extended = context.lazy.compactMap { $0.as(ExtensionDeclSyntax.self) }.first?.extendedType
    guard let type = extended?.as(IdentifierTypeSyntax.self), type.name.text == "CasePath",
      let arguments = type.genericArgumentClause?.arguments, arguments.count == 2,
      let value = arguments.last?.argument.as(TypeSyntax.self)
    else { return nil }
    return value.as(TupleTypeSyntax.self)?.elements.count ?? 1
  }
}

struct CaseError: Error, CustomStringConvertible {
  let description =
    "'@Case' is for a 'static var name: Self' in an extension of 'CasePath<Root, Value>'"
}

@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [CaseMacro.self]
}
