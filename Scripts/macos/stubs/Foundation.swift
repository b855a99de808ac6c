@_exported import Darwin
@_exported import Dispatch

public typealias TimeInterval = Double
public struct Date: Comparable, Hashable, Sendable, Codable {
  public init() {}
  public init(timeIntervalSinceReferenceDate: TimeInterval) {}
  public init(timeIntervalSinceNow: TimeInterval) {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
  public var timeIntervalSince1970: TimeInterval { 0 }
  public var timeIntervalSinceNow: TimeInterval { 0 }
  public func timeIntervalSince(_ d: Date) -> TimeInterval { 0 }
  public static func < (a: Date, b: Date) -> Bool { false }
  public static func + (a: Date, b: TimeInterval) -> Date { a }
}
public struct UUID: Hashable, Sendable, Codable, CustomStringConvertible {
  public init() {}; public init?(uuidString: String) {}; public var uuidString: String { "" }; public var description: String { "" }
}
public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}
public struct Data: Sendable, Codable, Hashable, RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection, DataProtocol
{
  var b: [UInt8] = []
  public var bytes: RawSpan { @_lifetime(borrow self) get { fatalError() } }
  public typealias Index = Int
  public typealias Indices = Range<Int>
  public init() {}
  public init<S: Sequence>(_ s: S) where S.Element == UInt8 { b = Array(s) }
  public init(contentsOf: URL, options: Data.ReadingOptions = []) throws {}
  public init(count: Int) {}
  public enum Deallocator { case unmap }
  public init(bytesNoCopy: UnsafeMutableRawPointer, count: Int, deallocator: Deallocator) {}
  public init(capacity: Int) {}
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue };
    public static let alwaysMapped = ReadingOptions(rawValue: 2)
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue };
    public static let atomic = WritingOptions(rawValue: 1);
  }
  public var startIndex: Int { 0 }
  public var endIndex: Int { b.count }
  public subscript(i: Int) -> UInt8 {
    get { b[i] }
    set { b[i] = newValue }
  }
  public subscript(r: Range<Int>) -> Data {
    get { self }
    set {}
  }
  public mutating func replaceSubrange<C: Collection>(_ r: Range<Int>, with c: C)
  where C.Element == UInt8 {}
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try b.withUnsafeBytes(body)
  }
  public mutating func withUnsafeMutableBytes<R>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> R
  ) rethrows -> R { try b.withUnsafeMutableBytes(body) }
  public func write(to: URL, options: WritingOptions = []) throws {}
  public mutating func append(_ d: Data) {}
  public mutating func append(contentsOf d: [UInt8]) {}
}
public struct URL: Hashable, Sendable, Codable, CustomStringConvertible {
  public enum DirectoryHint: Sendable {
    case isDirectory, notDirectory, checkFileSystem, inferFromPath
  }
  public init(
    filePath: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo: URL? = nil
  ) {}
  public init(fileURLWithPath: String) {}
  public init?(string: String) {}
  public var path: String { "" }
  public func path(percentEncoded: Bool = true) -> String { "" }
  public var relativePath: String { "" }
  public var lastPathComponent: String { "" }
  public var pathExtension: String { "" }
  public func deletingLastPathComponent() -> URL { self }
  public func deletingPathExtension() -> URL { self }
  public mutating func deleteLastPathComponent() {}
  public func appending<S: StringProtocol>(path: S, directoryHint: DirectoryHint = .inferFromPath)
    -> URL
  { self }
  public func appendingPathComponent(_ s: String) -> URL { self }
  public var standardizedFileURL: URL { self }
  public func resolvingSymlinksInPath() -> URL { self }
  public var description: String { "" }
}
public protocol NSLocking { func lock(); func unlock() }
extension NSLocking { public func withLock<R>(_ body: () throws -> R) rethrows -> R { try body() } }
open class NSObject { public init() {} }
open class NSLock: NSObject, NSLocking, @unchecked Sendable {
  public override init() {}; @available(*, noasync) public func lock() {};
  @available(*, noasync) public func unlock() {}
}
open class NSCondition: NSObject, NSLocking, @unchecked Sendable {
  public override init() {}; @available(*, noasync) public func lock() {};
  @available(*, noasync) public func unlock() {}; public func signal() {};
  public func broadcast() {}; @available(*, noasync) public func wait() {};
  @available(*, noasync) public func wait(until: Date) -> Bool { true }
}
open class Thread: NSObject, @unchecked Sendable {
  public override init() {}
  public init(block: @escaping @Sendable () -> Void) {}
  public class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  @available(*, noasync) public class var isMainThread: Bool { true }
  @available(*, noasync) public class var current: Thread { Thread() }
  public func start() {}
  public var isFinished: Bool { true }
  public var name: String? {
    get { nil }
    set {}
  }
  public var stackSize: Int {
    get { 0 }
    set {}
  }
  public var qualityOfService: QualityOfService {
    get { .default }
    set {}
  }
  @available(*, noasync) public class func sleep(forTimeInterval: TimeInterval) {}
}
public enum QualityOfService: Int, Sendable {
  case userInteractive, userInitiated, utility, background, `default`
}
open class ProcessInfo: NSObject, @unchecked Sendable {
  public class var processInfo: ProcessInfo { ProcessInfo() }
  public var environment: [String: String] { [:] }
  public enum ThermalState: Int, Sendable { case nominal, fair, serious, critical }
  public var thermalState: ThermalState { .nominal }
  public var isLowPowerModeEnabled: Bool { false }
  public var processIdentifier: Int32 { 0 }; public var physicalMemory: UInt64 { 0 };
  public var activeProcessorCount: Int { 0 }; public var processorCount: Int { 0 };
  public var operatingSystemVersionString: String { "" }; public var arguments: [String] { [] }
}
open class Bundle: NSObject, @unchecked Sendable {
  public class var main: Bundle { Bundle() }; public var executablePath: String? { nil }
}
open class RunLoop: NSObject {
  public class var main: RunLoop { RunLoop() }; @available(*, noasync) public func run() {}
}
public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  public init(booleanLiteral: Bool) {}; public init(_ b: Bool) {};
  public var boolValue: Bool { true }
}
public struct FileAttributeKey: Hashable, Sendable {
  public static let modificationDate = FileAttributeKey();
  public static let size = FileAttributeKey();
  public static let posixPermissions = FileAttributeKey();
  public static let type = FileAttributeKey()
}
public struct FileAttributeType: Hashable, Sendable {
  public static let typeRegular = FileAttributeType()
}
public func NSTemporaryDirectory() -> String { "" }
open class FileManager: NSObject, @unchecked Sendable {
  public class var `default`: FileManager { FileManager() }
  public func createDirectory(
    atPath: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  public func createDirectory(
    at: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  public func fileExists(atPath: String) -> Bool { true }
  public func fileExists(atPath: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool {
    true
  }
  public func removeItem(atPath: String) throws {}
  public func removeItem(at: URL) throws {}
  public func moveItem(atPath: String, toPath: String) throws {}
  public func copyItem(atPath: String, toPath: String) throws {}
  public func contents(atPath: String) -> Data? { nil }
  public func contentsOfDirectory(atPath: String) throws -> [String] { [] }
  public func subpathsOfDirectory(atPath: String) throws -> [String] { [] }
  public func isReadableFile(atPath: String) -> Bool { true }
  public func isWritableFile(atPath: String) -> Bool { true }
  public func isExecutableFile(atPath: String) -> Bool { true }
  public func attributesOfItem(atPath: String) throws -> [FileAttributeKey: Any] { [:] }
  public func setAttributes(_: [FileAttributeKey: Any], ofItemAtPath: String) throws {}
  public func destinationOfSymbolicLink(atPath: String) throws -> String { "" }
  public func moveItem(at: URL, to: URL) throws {}
  public func copyItem(at: URL, to: URL) throws {}
  public func createSymbolicLink(atPath: String, withDestinationPath: String) throws {}
  public var temporaryDirectory: URL { URL(filePath: "") }
  public var currentDirectoryPath: String { "" }
  public func changeCurrentDirectoryPath(_: String) -> Bool { true }
  public func createFile(
    atPath: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil
  ) -> Bool { true }
}
open class FileHandle: NSObject, @unchecked Sendable {
  public class var standardError: FileHandle { fatalError() }
  public class var standardOutput: FileHandle { fatalError() }
  public class var standardInput: FileHandle { fatalError() }
  public init(fileDescriptor: Int32, closeOnDealloc: Bool) {}
  public convenience init(fileDescriptor: Int32) {
    self.init(fileDescriptor: fileDescriptor, closeOnDealloc: false)
  }
  public convenience init?(forWritingAtPath: String) { nil }
  public convenience init?(forReadingAtPath: String) { nil }
  public convenience init(forUpdating: URL) throws { fatalError() }
  public convenience init(forReadingFrom: URL) throws { fatalError() }
  public convenience init(forWritingTo: URL) throws { fatalError() }
  public var fileDescriptor: Int32 { 0 }
  public func write(_ d: Data) {}
  public func write<T: DataProtocol>(contentsOf: T) throws {}
  public func read(upToCount: Int) throws -> Data? { nil }
  public func readToEnd() throws -> Data? { nil }
  public func readDataToEndOfFile() -> Data { Data() }
  public func seek(toOffset: UInt64) throws {}
  public func offset() throws -> UInt64 { 0 }
  public func truncate(atOffset: UInt64) throws {}
  public func synchronize() throws {}
  public func close() throws {}
}
open class JSONEncoder: @unchecked Sendable {
  public init() {}
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let sortedKeys = OutputFormatting(rawValue: 1);
    public static let prettyPrinted = OutputFormatting(rawValue: 2);
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 4)
  }
  public var outputFormatting: OutputFormatting {
    get { [] }
    set {}
  }
  public enum NonConformingFloatEncodingStrategy: Sendable {
    case `throw`, convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { .throw }
    set {}
  }
  public func encode<T: Encodable>(_ v: T) throws -> Data { Data() }
}
open class JSONDecoder: @unchecked Sendable {
  public init() {}
  public enum NonConformingFloatDecodingStrategy: Sendable {
    case `throw`, convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { .throw }
    set {}
  }
  public func decode<T: Decodable>(_ t: T.Type, from: Data) throws -> T { fatalError() }
}
public struct CocoaError: Error, Sendable {
  public struct Code: Sendable, Hashable {
    public static let fileReadCorruptFile = Code();
    public static let fileWriteInvalidFileName = Code();
    public static let fileReadNoSuchFile = Code()
  }
  public static var fileReadCorruptFile: Code { .fileReadCorruptFile }
  public static var fileWriteInvalidFileName: Code { .fileWriteInvalidFileName }
  public var code: Code { Code() }
  public init(_ c: Code) {}
}
public protocol LocalizedError: Error { var errorDescription: String? { get } }
extension Error { public var localizedDescription: String { "" } }
public struct CharacterSet: Sendable {
  public static let whitespacesAndNewlines = CharacterSet();
  public static let whitespaces = CharacterSet(); public static let newlines = CharacterSet();
}
extension String {
  public struct Encoding: Hashable, Sendable {
    public static let utf8 = Encoding()
    public static let utf16 = Encoding()
    public static let utf32 = Encoding()
    public static let utf16LittleEndian = Encoding()
    public static let utf16BigEndian = Encoding()
  }
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue };
    public static let backwards = CompareOptions(rawValue: 1)
  }
  public init(contentsOfFile: String, encoding: Encoding) throws { self = "" }
  public init(contentsOf: URL, encoding: Encoding) throws { self = "" }
  public init?<S: Sequence>(bytes: S, encoding: Encoding) where S.Element == UInt8 { self = "" }
  public init(format: String, _ args: any CVarArg...) { self = "" }
  public init?(data: Data, encoding: Encoding) { self = "" }
}
extension StringProtocol {
  public func trimmingCharacters(in: CharacterSet) -> String { "" }
  public func padding<T: StringProtocol>(toLength: Int, withPad: T, startingAt: Int) -> String {
    ""
  }
  public func range<T: StringProtocol>(
    of: T, options: String.CompareOptions = [], range: Range<Index>? = nil
  ) -> Range<Index>? { nil }
  public func replacingOccurrences<A: StringProtocol, B: StringProtocol>(of: A, with: B) -> String {
    ""
  }
  public func components<T: StringProtocol>(separatedBy: T) -> [String] { [] }
  public func write(toFile: String, atomically: Bool, encoding: String.Encoding) throws {}
  public func write(to: URL, atomically: Bool, encoding: String.Encoding) throws {}
  public func contains<T: StringProtocol>(_ o: T) -> Bool { true }
  public func data(using: String.Encoding) -> Data? { nil }
}
public let NSUnderlyingErrorKey = ""
public let NSPOSIXErrorDomain = ""
public let NSCocoaErrorDomain = ""
public let NSFilePathErrorKey = ""
open class NSError: NSObject, Error, @unchecked Sendable {
  public init(domain: String, code: Int, userInfo: [String: Any]? = nil) {}
  public var domain: String { "" }; public var code: Int { 0 };
  public var userInfo: [String: Any] { [:] }
}
public func _convertErrorToNSError(_ e: any Error) -> NSError { fatalError() }
open class NSNull: NSObject {}
open class JSONSerialization: NSObject {
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue };
    public static let prettyPrinted = WritingOptions(rawValue: 1);
    public static let sortedKeys = WritingOptions(rawValue: 2);
    public static let withoutEscapingSlashes = WritingOptions(rawValue: 8);
  }
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue };
  }
  public class func data(withJSONObject: Any, options: WritingOptions = []) throws -> Data {
    Data()
  }
  public class func jsonObject(with: Data, options: ReadingOptions = []) throws -> Any { 0 }
  public class func isValidJSONObject(_ o: Any) -> Bool { true }
}
public struct IndexSet: Hashable, Sendable, Sequence, ExpressibleByArrayLiteral,
  BidirectionalCollection
{
  public typealias Element = Int
  public struct Index: Comparable, Sendable {
    public static func < (a: Index, b: Index) -> Bool { false }
  }
  public init() {}; public init(integer: Int) {}; public init(arrayLiteral: Int...) {};
  public init(_ a: [Int]) {}; public init(integersIn: Range<Int>) {}
  public var startIndex: Index { Index() }; public var endIndex: Index { Index() };
  public func index(after i: Index) -> Index { i };
  public func index(before i: Index) -> Index { i }; public subscript(i: Index) -> Int { 0 }
}
extension Date {
  public static func - (a: Date, b: TimeInterval) -> Date { a };
  public static func -= (a: inout Date, b: TimeInterval) {};
  public static func += (a: inout Date, b: TimeInterval) {}; public static var now: Date { Date() };
  public static var distantPast: Date { Date() }; public static var distantFuture: Date { Date() }
}
extension CocoaError { public static var coderInvalidValue: Code { Code() } }
extension CocoaError.Code {
  public static let coderInvalidValue = CocoaError.Code();
  public static let fileNoSuchFile = CocoaError.Code()
}

extension Date {
  public struct ISO8601FormatStyle: Sendable {
    public enum DateSeparator: Sendable { case dash, omitted }
    public enum TimeSeparator: Sendable { case colon, omitted }
    public init(dateSeparator: DateSeparator, timeSeparator: TimeSeparator) {}
  }
  public func formatted(_ style: ISO8601FormatStyle) -> String { "" }
}

#if os(macOS)
  open class Process: NSObject, @unchecked Sendable {
    public override init() {}
    open var executableURL: URL?
    open var arguments: [String]?
    open var processIdentifier: Int32 { 0 }
    open var terminationStatus: Int32 { 0 }
    open func run() throws {}
    open func waitUntilExit() {}
    open class func run(
      _: URL, arguments: [String], terminationHandler: (@Sendable (Process) -> Void)? = nil
    ) throws -> Process { Process() }
  }
#endif

open class Pipe: NSObject, @unchecked Sendable {
  public override init() {}
  public var fileHandleForReading: FileHandle { fatalError() }
  public var fileHandleForWriting: FileHandle { fatalError() }
}
