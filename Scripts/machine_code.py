"""Reads the output of a disassembler for x86-64 or AArch64: functions, loops, and their calls."""

import collections
import heapq
import os
import re
import shutil
import subprocess


class Failure(Exception):
    """The reason, in one line, that nothing could be checked."""


# ---- Disassembly -------------------------------------------------------------------------------

HEADER = re.compile(r"^([0-9a-f]+) <(.*)>:$")
LINE = re.compile(r"^\s*([0-9a-f]+):\s+(\S.*)$")
TARGET = re.compile(r"(?:0x)?([0-9a-f]+) <(.*?)(\+0x[0-9a-f]+)?>$")

# The comment of LLVM's disassembler for a call through a table of the linker.
STUB = re.compile(r"symbol stub for: (\S+)$")

Instruction = collections.namedtuple("Instruction", "address mnemonic operand target symbol")
Call = collections.namedtuple("Call", "target symbol")


# Instructions of AArch64 by the names of those of x86-64 that do the same. None of them is both.
AARCH64 = {"bl": "call", "blr": "call", "b": "jmp", "br": "jmp", "brk": "ud2", "udf": "ud2"}
THROUGH_REGISTER = ("blr", "br")


def from_aarch64(mnemonic, operand):
    """Returns an instruction of AArch64 in the form of x86-64; others as they are."""
    # The pointer of a return address or of a call may be signed.
    plain = re.sub(r"^(blr|br|ret)a[ab]z?$", r"\1", mnemonic)
    if plain in THROUGH_REGISTER:
        return AARCH64[plain], f"*{operand}"
    if plain in AARCH64:
        return AARCH64[plain], operand
    if re.match(r"(b\.\w+|bc\.\w+|cbn?z|tbn?z)$", plain):
        return "j" + plain, operand
    return plain, operand


def plain_symbol(symbol):
    """Returns a symbol without the underscore that Apple's systems put in front."""
    return symbol[1:] if symbol.startswith(("_$s", "_swift_", "_objc_", "___swift_")) else symbol


def parse_instruction(line):
    match = LINE.match(line)
    if not match:
        return None
    words = match[2].split(None, 1)
    mnemonic = words[0]
    # Prefixes that the disassembler prints as words of their own.
    while mnemonic in ("bnd", "lock", "rep", "repz", "notrack", "data16", "cs") and len(words) > 1:
        words = words[1].split(None, 1)
        mnemonic = words[0]
    operand = words[1] if len(words) > 1 else ""
    operand, _, comment = re.sub(r"\s+(;|//) ", " # ", operand, count=1).partition(" # ")
    mnemonic, operand = from_aarch64(mnemonic, operand)
    stub = STUB.search(comment)
    found = TARGET.search(comment.strip()) or TARGET.search(operand.strip())
    target, symbol = (int(found[1], 16), plain_symbol(found[2])) if found else (None, None)
    if stub:
        symbol = plain_symbol(stub[1])
        bare = re.match(r"(?:0x)?([0-9a-f]+)", operand)
        target = int(bare[1], 16) if bare else target
    if mnemonic in ("callq", "jmpq", "leaq", "retq"):
        mnemonic = mnemonic[:-1]
    return Instruction(int(match[1], 16), mnemonic, operand.strip(), target, symbol)


def read_functions(lines, wanted, word, ends):
    """Returns the instructions of the wanted functions, and the functions that mention each symbol
    with a word in it.

    `ends` has the address behind each function, because functions without a symbol may follow.
    """
    functions, mentions = {}, collections.defaultdict(set)
    current, symbol = None, None
    for line in lines:
        header = HEADER.match(line) if line.endswith(">:\n") else None
        if header:
            symbol = plain_symbol(header[2])
            current = functions.setdefault(symbol, []) if wanted(symbol) else None
        elif current is not None:
            instruction = parse_instruction(line.rstrip("\n"))
            if instruction and instruction.address >= ends.get(symbol, instruction.address + 1):
                current = None
            elif instruction and not instruction.mnemonic.startswith(("nop", "xchg %ax,%ax")):
                current.append(with_address(instruction, current))
        if not header and word in line:
            found = TARGET.search(line.rstrip("\n"))
            if found:
                mentions[plain_symbol(found[2])].add(symbol)
    return functions, mentions


def with_address(instruction, earlier):
    """Returns the second half of an address that two instructions of AArch64 load as a whole one."""
    parts = re.match(r"(x\d+), (x\d+), #?(0x[0-9a-f]+|\d+)$", instruction.operand)
    if instruction.mnemonic != "add" or not parts:
        return instruction
    for before in reversed(earlier[-16:]):
        if before.operand.startswith(f"{parts[2]}, "):
            page = re.match(r"x\d+, (?:0x)?([0-9a-f]+)", before.operand)
            if before.mnemonic == "adrp" and page:
                target = int(page[1], 16) + int(parts[3], 0)
                return instruction._replace(mnemonic="lea", target=target)
            break
    return instruction


def read_helpers(lines, targets):
    """Returns the calls of short functions without a name, by address.

    The compiler moves the retain and the release of an optional closure into functions of their own
    that have no name: they test a pointer and jump away.
    """
    windows = {address: [] for target in targets for address in range(target, target + 48)}
    for line in lines:
        found = LINE.match(line)
        if found and (address := int(found[1], 16)) in windows:
            windows[address] = parse_instruction(line.rstrip("\n"))
    helpers = {}
    for target in targets:
        called = []
        for address in range(target, target + 48):
            instruction = windows[address]
            if not instruction:
                continue
            if instruction.mnemonic in ("call", "ud2"):
                break
            outside = instruction.target is None or not target <= instruction.target < target + 48
            if instruction.mnemonic == "jmp" and outside:
                called.append(callee(instruction).symbol)
            if instruction.mnemonic == "ret":
                if called:
                    helpers[target] = called
                break
    return helpers


# ---- Loops -------------------------------------------------------------------------------------

class Block:
    """A sequence of instructions that is entered at its start only."""

    def __init__(self, instructions):
        self.instructions = instructions
        self.next = set()
        self.calls = []

    @property
    def size(self):
        return sum(1 for i in self.instructions if not i.mnemonic.startswith(("nop", "data16")))


def cut(instructions):
    """Returns the blocks of a function by address."""
    addresses = {i.address for i in instructions}
    starts = {instructions[0].address}
    for here, after in zip(instructions, instructions[1:] + [None]):
        if is_jump(here) or here.mnemonic in ("ret", "ud2"):
            if here.target in addresses:
                starts.add(here.target)
            if after:
                starts.add(after.address)
    blocks = {}
    for instruction in instructions:
        if instruction.address in starts:
            current = blocks[instruction.address] = Block([])
        current.instructions.append(instruction)
    return blocks


def is_jump(instruction):
    return instruction.mnemonic.startswith("j")


def link(parts):
    """Returns the blocks of a driver's parts by address, with their successors and calls."""
    entries = {code[0].address for code in parts if code}
    graph = {}
    for code in filter(None, parts):
        blocks = cut(code)
        order = sorted(blocks)
        leaving = []
        for start, after in zip(order, order[1:] + [None]):
            block = blocks[start]
            last = block.instructions[-1]
            block.calls = [callee(i) for i in block.instructions if i.mnemonic == "call"]
            if is_jump(last):
                direct = last.target is not None and not last.operand.startswith("*")
                if direct and (last.target in blocks or last.target in entries):
                    block.next.add(last.target)
                else:
                    leaving.append(start)
                    block.calls.append(callee(last))
            if after and last.mnemonic not in ("jmp", "ret", "ud2"):
                block.next.add(after)
        follow(blocks, leaving, entries)
        graph.update(blocks)
    return graph


def callee(instruction):
    indirect = instruction.operand.startswith("*") or instruction.symbol is None
    return Call(None, "indirect") if indirect else Call(instruction.target, instruction.symbol)


def follow(blocks, leaving, entries):
    """Links each jump out of a part to the parts whose addresses may be loaded there."""
    held = {start: {i.target for i in block.instructions
                    if i.mnemonic == "lea" and i.target in entries}
            for start, block in blocks.items()}
    changed = True
    while changed:
        changed = False
        for start, block in blocks.items():
            for successor in block.next:
                if successor in held and not held[start] <= held[successor]:
                    held[successor] |= held[start]
                    changed = True
    for start in leaving:
        blocks[start].next |= held[start]


def shortest_way(graph, loop, avoided):
    """Returns the fewest instructions around a loop from its entry, without the avoided blocks."""
    outside = [block for start, block in graph.items() if start not in loop]
    heads = {start for start in loop if any(start in block.next for block in outside)}
    # A loop at the start of the function is entered at its start.
    heads = heads or {min(loop)}
    best = None
    for head in heads - avoided:
        queue, seen = [(graph[head].size, head)], set()
        while queue:
            length, node = heapq.heappop(queue)
            if head in graph[node].next:
                best = length if best is None else min(best, length)
                break
            if node in seen:
                continue
            seen.add(node)
            for successor in graph[node].next & loop - avoided - seen:
                heapq.heappush(queue, (length + graph[successor].size, successor))
    return best


# ---- Tools --------------------------------------------------------------------------------------

def is_mach_o(binary):
    with open(binary, "rb") as file:
        return file.read(4) == b"\xcf\xfa\xed\xfe"


def find_tool(binary):
    """Returns a disassembler: that of the system, or the one of the Swift toolchain."""
    swift = shutil.which(os.environ.get("SWIFT", "swift"))
    beside = os.path.join(os.path.dirname(os.path.realpath(swift)), "llvm-objdump") if swift else ""
    tools = ["objdump", "llvm-objdump", beside]
    # GNU's does not read the files of Apple's systems, where objdump is LLVM's.
    for tool in reversed(tools) if is_mach_o(binary) else tools:
        if tool and (path := shutil.which(tool)):
            return path
    raise Failure("needs objdump or llvm-objdump; install binutils")


def read_stubs(binary):
    """Returns the names of the functions that the linker's stubs of a Mach-O file call, by address.

    The disassembler prints stubs with the name of an unrelated symbol.
    """
    if not is_mach_o(binary):
        return {}
    result = subprocess.run([find_tool(binary), "--macho", "--indirect-symbols", binary],
                            capture_output=True, text=True, check=True, errors="replace")
    entries = re.findall(r"^0x([0-9a-f]+)\s+\d+ _?(\S+)$", result.stdout, re.MULTILINE)
    return {int(address, 16): name for address, name in entries}


def disassemble(binary):
    stubs = read_stubs(binary)
    with subprocess.Popen(
            [find_tool(binary), "--disassemble", "--no-show-raw-insn", binary],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace",
    ) as process:
        for line in process.stdout:
            found = TARGET.search(line.rstrip("\n")) if stubs else None
            name = found and stubs.get(int(found[1], 16))
            yield f"{line[:found.start(2)]}{name}>\n" if name else line
    if process.returncode != 0:
        raise Failure(f"cannot disassemble {binary}")


def read_ends(binary):
    """Returns the address behind each function, by its symbol."""
    result = subprocess.run([find_tool(binary), "--syms", binary], capture_output=True, text=True,
                            check=True, errors="replace")
    ends = {}
    for line in result.stdout.splitlines():
        # address, flags, section, a tab, size, perhaps the visibility, symbol
        head, _, tail = line.partition("\t")
        if " F " in head and (words := tail.split()) and int(words[0], 16):
            ends[words[-1]] = int(head.split()[0], 16) + int(words[0], 16)
    return ends


def demangle(symbols):
    symbols = sorted(symbols)
    plain = [symbol.removesuffix("@plt") for symbol in symbols]
    result = subprocess.run(
        [os.environ.get("SWIFT", "swift"), "demangle", "--compact"], input="\n".join(plain),
        capture_output=True, text=True, check=True)
    names = result.stdout.split("\n")
    return {symbol: name or symbol for symbol, name in zip(symbols, names)}
