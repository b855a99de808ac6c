import FlowFiles
package import Foundation

/// Text files, which must be UTF-8 without a byte order mark.
package enum TextFile {
  /// Reads a file.
  ///
  /// - Throws: `CSVError` about the whole file if it has another encoding, or the error of reading
  ///   it.
  package static func read(_ path: String) throws -> String {
    let bytes = try bytes(of: path)
    if let error = fault(bytes, file: path) { throw error }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the bytes of a file, mapped into memory.
  ///
  /// - Throws: `CSVError` about the whole file if it is no plain file, or `FileError`.
  package static func bytes(of path: String) throws -> Data {
    do { return try InputFile.bytes(of: path) } catch  where [EINVAL, EISDIR].contains(error.code) {
      throw CSVError(file: path, rule: "must be a plain file")
    }
  }

  /// Returns the error of bytes that are not UTF-8; `nil` if they are.
  ///
  /// - Parameters:
  ///   - bytes: A file, or a part of it that ends with a character.
  ///   - file: The name of the file in the error.
  package static func fault(_ bytes: some Collection<UInt8>, file: String) -> CSVError? {
    encoding(bytes).map {
      CSVError(
        file: file,
        rule: "must be text in UTF-8 without a byte order mark, got \($0); save it as UTF-8")
    }
  }

  /// Returns the probable encoding of bytes that are not UTF-8; `nil` if they are UTF-8.
  static func encoding(_ bytes: some Collection<UInt8>) -> String? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return "a byte order mark" }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      return "UTF-32"
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    // ASCII as UTF-16 has a zero at every second byte, but is valid UTF-8.
    if bytes.prefix(4).contains(0) { return "zero bytes, as UTF-16 has" }
    // Validated in pieces that end with a character, because a copy of a large file may not fit
    // into memory.
    var start = bytes.startIndex
    while start < bytes.endIndex {
      var end = bytes.index(start, offsetBy: 1 << 20, limitedBy: bytes.endIndex) ?? bytes.endIndex
      while end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 { bytes.formIndex(after: &end) }
      let piece = bytes[start..<end]
      let isASCII = piece.allSatisfy { $0 < 0x80 }
      guard isASCII || String(validating: piece, as: UTF8.self) != nil else {
        return "bytes of another encoding"
      }
      start = end
    }
    return nil
  }
}
