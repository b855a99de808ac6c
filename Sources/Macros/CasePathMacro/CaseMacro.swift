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
    if count == 0 {
      return ["get { Self({ Root.\(name) }) { if case .\(name) = $0 { () } else { nil } } }"]
    }
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

  /// Returns the number of values of a case: 2 in an extension of `CasePath<Root, (Key, Action)>`,
  /// 0 in one of `CasePath<Root, Void>`; `nil` if the macro does not support it.
  private static func valueCount(in context: [Syntax]) -> Int? {
    let extended = context.lazy.compactMap { $0.as(ExtensionDeclSyntax.self) }.first?.extendedType
    guard let extended, let (name, clause) = genericType(extended), name == "CasePath",
      let arguments = clause?.arguments, arguments.count == 2,
      let value = arguments.last?.argument.as(TypeSyntax.self)
    else { return nil }
    guard let tuple = value.as(TupleTypeSyntax.self) else {
      return ["Void", "Swift.Void"].contains(value.trimmedDescription) ? 0 : 1
    }
    // A case path has no initializer for more values.
    return tuple.elements.count <= 2 ? tuple.elements.count : nil
  }

  /// Returns the name and the arguments of a type with or without its module.
  private static func genericType(
    _ type: TypeSyntax
  ) -> (name: String, clause: GenericArgumentClauseSyntax?)? {
    if let type = type.as(IdentifierTypeSyntax.self) {
      return (type.name.text, type.genericArgumentClause)
    }
    guard let type = type.as(MemberTypeSyntax.self),
      type.baseType.trimmedDescription == "FlowCore"
    else { return nil }
    return (type.name.text, type.genericArgumentClause)
  }
}

struct CaseError: Error, CustomStringConvertible {
  let description =
    "'@Case' is for a 'static var name: Self' in an extension of 'CasePath<Root, Value>', "
    + "for a case with at most two values"
}

@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [CaseMacro.self]
}
