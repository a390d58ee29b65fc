import { type ArgumentTest, EPERM, NETLINK_FAMILY, NETLINK_ROUTE, SOCKET_FAMILIES } from './argument_rules.js';
import type { SeccompArchitecture } from './denied_calls.js';
import { ENOSYS, seccompRules } from './seccomp_rules.js';

/** One instruction of classic BPF (linux/filter.h): code, jump if true, jump if false, constant. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, k: number];

const LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
const EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const AT_LEAST = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const ANY_BIT = 0x45; // BPF_JMP | BPF_JSET | BPF_K
const RETURN = 0x06; // BPF_RET | BPF_K

/** Audit numbers (AUDIT_ARCH_* of linux/audit.h) by architecture. */
const auditArchitecture: Record<SeccompArchitecture, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** Bit of x32 calls, whose numbers would pass every comparison with an x64 number. */
const X32_BIT = 0x40000000;

/** Answers of a filter (SECCOMP_RET_* of linux/seccomp.h). */
const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
/** Asks the tracer; the call fails with ENOSYS without one. */
const TRACE = 0x7ff00000;
/** Creates the instruction by which a call fails with an error; 0 = it succeeds and does nothing. */
const createRefusal = (errno: number): Instruction => [RETURN, 0, 0, 0x00050000 | errno];

/** Offsets into struct seccomp_data (linux/seccomp.h), little-endian. */
const NUMBER = 0;
const ARCHITECTURE = 4;
/** Low half of an argument. Those that are looked at have 32 bits: the kernel ignores the other half. */
const getArgumentOffset = (argument: number) => 16 + 8 * argument;

/**
 * Creates the filter of one architecture for `bwrap --seccomp`: struct sock_filter[], 8 bytes each, little-endian.
 * Programs of another architecture (32-bit) are killed, since their call numbers differ.
 *
 * @param traced denied calls that reach a tracer. Only calls that the kernel itself denies without capabilities: calls
 *   that the filter denies never reach the tracer
 */
export function createSeccompFilter(architecture: SeccompArchitecture, traced: readonly string[] = []): Uint8Array {
  return encode(assemble(architecture, new Set(traced)));
}

/** Returns the architecture of this process; undefined if there is no filter for it. */
export function getSeccompArchitecture(arch: string = process.arch): SeccompArchitecture | undefined {
  return arch === 'x64' || arch === 'arm64' ? arch : undefined;
}

function assemble(architecture: SeccompArchitecture, traced: ReadonlySet<string>): Instruction[] {
  const refusals = new Map([EPERM, ENOSYS].map((errno) => [errno, [createRefusal(errno)]]));
  const trace: Instruction[] = [[RETURN, 0, 0, TRACE]];
  const blocks = [...refusals.values(), trace];
  const checks: { code: number; k: number; block: Instruction[] }[] = [];
  const x32 = refusals.get(ENOSYS);
  if (architecture === 'x64' && x32) checks.push({ code: AT_LEAST, k: X32_BIT, block: x32 });
  for (const { calls, test, errno } of seccompRules) {
    const existing = test === undefined ? refusals.get(errno) : undefined;
    const block = existing ?? createBlock(test, errno);
    if (existing === undefined) blocks.push(block);
    for (const [name, numbers] of Object.entries(calls)) {
      const k = numbers[architecture];
      const is_traced = test === undefined && traced.has(name);
      if (k !== null) checks.push({ code: EQUAL, k, block: is_traced ? trace : block });
    }
  }

  // The blocks follow the checks and their ALLOW; a jump counts the instructions in between.
  const offsets = new Map<Instruction[], number>();
  let end = 1;
  for (const block of blocks) {
    offsets.set(block, end);
    end += block.length;
  }
  const body = checks.map(
    ({ code, k, block }, index): Instruction => [code, checks.length - index - 1 + offsets.get(block)!, 0, k],
  );
  return [
    [LOAD, 0, 0, ARCHITECTURE],
    [EQUAL, 1, 0, auditArchitecture[architecture]],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD, 0, 0, NUMBER],
    ...body,
    [RETURN, 0, 0, ALLOW],
    ...blocks.flat(),
  ];
}

/** Creates the instructions that refuse a call if its arguments meet a test. */
function createBlock(test: ArgumentTest | undefined, errno: number): Instruction[] {
  return [...createComparisons(test), createRefusal(errno), [RETURN, 0, 0, ALLOW]];
}

/** Creates the instructions that go on behind themselves where a test is met, and one further where it is not. */
function createComparisons(test: ArgumentTest | undefined): Instruction[] {
  if (test === undefined) return [];
  if (test === 'other socket') return createSocketComparisons();
  const load: Instruction = [LOAD, 0, 0, getArgumentOffset(test.argument)];
  if ('any_bit' in test) return [load, [ANY_BIT, 0, 1, test.any_bit]];
  const last = test.one_of.length - 1;
  return [load, ...test.one_of.map((value, i): Instruction => [EQUAL, last - i, i < last ? 0 : 1, value])];
}

/** Creates the comparisons of a call for a socket: all families are refused but the isolated ones. */
function createSocketComparisons(): Instruction[] {
  const families = SOCKET_FAMILIES.map((family, i): Instruction => [EQUAL, SOCKET_FAMILIES.length - i + 3, 0, family]);
  return [
    [LOAD, 0, 0, getArgumentOffset(0)],
    ...families,
    [EQUAL, 0, 2, NETLINK_FAMILY],
    [LOAD, 0, 0, getArgumentOffset(2)],
    [EQUAL, 1, 0, NETLINK_ROUTE],
  ];
}

function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, ifTrue, ifFalse, k], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(k >>> 0, index * 8 + 4);
  });
  return bytes;
}
