public import Foundation

/// The program or bundle that contains the tests. On a Mac, a program of the toolchain loads it.
public enum TestImage {
  /// The path of the program, or of the code in the bundle.
  public static var path: String {
    #if os(Linux)
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    #else
      var info = Dl_info()
      guard dladdr(#dsohandle, &info) != 0, let name = info.dli_fname else {
        return CommandLine.arguments[0]
      }
      return String(cString: name)
    #endif
  }

  /// The folder of the programs that were built with the tests.
  public static var products: URL {
    let file = URL(filePath: path)
    let folders = sequence(first: file) { $0.deletingLastPathComponent() }
      .prefix { $0.path != "/" }
    return (folders.first { $0.pathExtension == "xctest" } ?? file).deletingLastPathComponent()
  }
}
