package import Foundation

/// An open file that is written. A short write is continued, and an interrupted one is repeated.
package final class OutputFile {
  let descriptor: Int32
  /// The path in errors.
  private let path: String
  private var size = 0

  /// Creates a file, which must not exist.
  ///
  /// - Parameter name: The path in errors; `nil`: its path.
  package init(creating path: String, named name: String? = nil) throws(FileError) {
    self.path = name ?? path
    descriptor = try FileError.check(self.path) {
      open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
    }
  }

  /// Opens a file to which is appended, and removes what follows its first bytes.
  package init(_ path: String, size: Int) throws(FileError) {
    self.path = path
    self.size = size
    descriptor = try FileError.check(path) { open(path, O_WRONLY | O_APPEND | O_CLOEXEC) }
    var status = stat()
    try FileError.check(path) { fstat(descriptor, &status) }
    if status.st_size > size { try FileError.check(path) { ftruncate(descriptor, off_t(size)) } }
  }

  deinit { close(descriptor) }

  /// Appends a text, or nothing. It outlives the process, and after ``sync()`` a power failure.
  package func write(_ text: String) throws(FileError) { try write(Data(text.utf8)) }

  /// Appends bytes, or nothing.
  package func write(_ data: Data) throws(FileError) {
    let code = data.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
    if let code {
      // Another line would continue a part of this one.
      ftruncate(descriptor, off_t(size))
      throw FileError(path, code: code)
    }
    size += data.count
  }

  /// Waits until all that was written is on disk.
  package func sync() throws(FileError) { try Descriptor.sync(descriptor, path: path) }
}

/// Calls for an open file.
package enum Descriptor {
  /// Writes all of a text.
  ///
  /// - Returns: The value of `errno`; `nil` if all is written.
  package static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN {
        // Another process has made the shared descriptor non-blocking.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// Waits until a file or a directory is on disk, unless its file system cannot do that.
  static func sync(_ descriptor: Int32, path: String) throws(FileError) {
    do { try FileError.check(path) { fsync(descriptor) } } catch {
      guard [EINVAL, ENOTSUP, ENOSYS].contains(error.code) else { throw error }
    }
  }
}
