/// Why no package was written.
enum InitError: Error, CustomStringConvertible {
  case badName(String)
  case exists(String)
  case noFlowBench(String)

  var description: String {
    switch self {
    case .badName(let name):
      "NAME: must be letters and digits, begin with a capital and have at most 40 characters, got "
        + name.debugDescription
    case .exists(let path): "NAME: must not be there yet, got '\(path)'; choose another name"
    case .noFlowBench(let place):
      "--flowbench: must be a directory with FlowBench's Package.swift, or a URL, got '\(place)'"
    }
  }
}
