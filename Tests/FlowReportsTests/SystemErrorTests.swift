import FlowFiles
import FlowTestSupport
import Foundation
import ResultFixtures
import SystemPackage
import Testing

@testable import FlowReports
@testable import FlowResults

/// Failures of the operating system, and their messages.
struct SystemErrorTests {
  @Test(arguments: [
    (Errno.noSpace, "a: no space left on device; free some space"),
    (.tooManyOpenFiles, "a: too many open files; raise the limit on open files with 'ulimit -n'"),
    (.fileTooLarge, "a: file too large; raise the limit on the size of files with 'ulimit -f'"),
    (.permissionDenied, "a: permission denied; allow it, or choose another place"),
    (.ioError, "a: input/output error"),
  ])
  func `each reason has a remedy`(code: Errno, line: String) {
    #expect("\(SystemError("a", code))" == line)
    #expect(SystemError.isCause(of: code))
    let inner = NSError(domain: NSPOSIXErrorDomain, code: Int(code.rawValue))
    let outer = NSError(
      domain: NSCocoaErrorDomain, code: 512, userInfo: [NSUnderlyingErrorKey: inner])
    #expect("\(SystemError("a", outer))" == line && SystemError.isCause(of: outer))
  }

  @Test func `a wrong path is not a failure of the system`() {
    for code in [Errno.noSuchFileOrDirectory, .notDirectory, .isDirectory, .fileExists] {
      #expect(!SystemError.isCause(of: code))
      #expect(
        PlanError.failed(option: "--out", path: "p", reason: "must be new", code) as? PlanError
          == .unusable(option: "--out", path: "p", reason: "must be new"))
    }
    #expect(
      PlanError.failed(option: "--out", path: "p", reason: "must be new", Errno.noSpace)
        as? SystemError == SystemError("p", Errno.noSpace))
    #expect(!SystemError.isCause(of: PlanError.unsupported("")))
  }

  @Test func `errors of files are printed in one line`() {
    let inner = NSError(domain: NSPOSIXErrorDomain, code: Int(ENOENT))
    let outer = NSError(
      domain: NSCocoaErrorDomain, code: 512,
      userInfo: [NSUnderlyingErrorKey: inner, NSFilePathErrorKey: "a/b"])
    let error = SystemError(unnamed: outer)
    #expect(error?.description == "a/b: no such file or directory")
    #expect(
      SystemError(unnamed: Errno.ioError)?.description.hasSuffix(": input/output error") == true)
    #expect(SystemError(unnamed: PlanError.unsupported("")) == nil)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "a device of Linux"))
  func `an error of writing rows names the file`() throws {
    let path = temporaryPath()
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
    let error = try #require(throws: FileError.self) {
      try WholeFile.write(to: temporaryPath()) { _ in try OutputFile(path, size: 0).write("a row\n")
      }
    }
    #expect("\(SystemError("", error))" == "\(path): no space left on device; free some space")
  }
}
