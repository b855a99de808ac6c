package import Foundation

/// Reads whole files, which must be plain ones.
package enum InputFile {
  /// Returns the bytes of a plain file, mapped into memory.
  ///
  /// - Throws: `FileError`, with the code `EINVAL` or `EISDIR` if it is no plain file: a pipe can be read
  ///   once only, and a device need not end.
  package static func bytes(of path: String) throws(FileError) -> Data {
    let descriptor = try FileError.check(path) { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    defer { close(descriptor) }
    var status = stat()
    try FileError.check(path) { fstat(descriptor, &status) }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else { throw FileError(path, code: kind == S_IFDIR ? EISDIR : EINVAL) }
    let size = Int(status.st_size)
    guard size > 0 else { return Data() }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { throw FileError(path) }
    return Data(bytesNoCopy: start, count: size, deallocator: .unmap)
  }
}
