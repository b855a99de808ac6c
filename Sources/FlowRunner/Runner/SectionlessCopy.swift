import Foundation

/// Copies an executable and takes the table of its sections out of its header.
///
/// Loading a program needs its segments only; sections are for linkers and debuggers. Valgrind 3.19
/// reads them for debug information and gives up on the one that Swift writes (DWARF 5: "Possibly
/// corrupted debuginfo file"). Stripping the copy works as well, needs a tool, and starts 0.2 s
/// later, for the symbols that are left are read. The code is the same, byte by byte.
enum SectionlessCopy {
  /// How many bytes the header of a 64-bit file has.
  static let headerSize = 64

  /// Makes the copy.
  ///
  /// - Throws: `SectionlessCopyError` for what is no executable of ELF, or what copying throws.
  static func make(of path: String, at copy: String) throws {
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let file = try FileHandle(forUpdating: URL(filePath: copy))
    defer { try? file.close() }
    let header = Array(try file.read(upToCount: headerSize) ?? Data())
    let changed = try withoutSections(header: header, path: path)
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data(changed))
  }

  /// The header with no sections: their table's place, the size of its entries, their number and
  /// which of them holds names are zero ("System V Application Binary Interface", ELF header).
  static func withoutSections(
    header: [UInt8], path: String
  ) throws(SectionlessCopyError) -> [UInt8] {
    let isELF64 = header.count == headerSize && header.prefix(4) == [0x7f, 0x45, 0x4c, 0x46][...]
    guard isELF64, header[4] == 2 else { throw SectionlessCopyError(path: path) }
    var header = header
    for index in [0x28..<0x30, 0x3a..<0x40].joined() { header[index] = 0 }
    return header
  }
}

/// A file that valgrind could not execute either.
struct SectionlessCopyError: Error, Equatable, CustomStringConvertible {
  let path: String

  var description: String { "\(path) is no 64-bit executable of ELF" }
}
