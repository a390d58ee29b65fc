import {
  type ArgumentTest,
  argumentRules,
  EAFNOSUPPORT,
  NETLINK_FAMILY,
  NETLINK_ROUTE,
  SOCKET_FAMILIES,
  socketCalls,
} from './argument_rules.js';
import {
  auditArchitecture,
  createErrnoAnswer,
  deniedCalls,
  SECCOMP_ALLOW,
  SECCOMP_ENOSYS,
  SECCOMP_EPERM,
  SECCOMP_KILL_PROCESS,
  SECCOMP_TRACE,
  type SeccompArchitecture,
  unavailableCalls,
  X32_BIT,
} from './denied_calls.js';

/** One instruction of classic BPF (linux/filter.h): code, jump if true, jump if false, constant. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, k: number];

const LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
const EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const AT_LEAST = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const ANY_BIT = 0x45; // BPF_JMP | BPF_JSET | BPF_K
const RETURN = 0x06; // BPF_RET | BPF_K

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
  const eperm: Instruction[] = [[RETURN, 0, 0, SECCOMP_EPERM]];
  const enosys: Instruction[] = [[RETURN, 0, 0, SECCOMP_ENOSYS]];
  const trace: Instruction[] = [[RETURN, 0, 0, SECCOMP_TRACE]];
  const blocks = [eperm, enosys, trace];
  const checks: { code: number; k: number; block: Instruction[] }[] = [];
  if (architecture === 'x64') checks.push({ code: AT_LEAST, k: X32_BIT, block: enosys });
  for (const [name, numbers] of Object.entries(deniedCalls)) {
    const k = numbers[architecture];
    if (k !== null) checks.push({ code: EQUAL, k, block: traced.has(name) ? trace : eperm });
  }
  for (const numbers of Object.values(unavailableCalls))
    checks.push({ code: EQUAL, k: numbers[architecture], block: enosys });
  const byArguments = [
    ...argumentRules.map(({ calls, test, errno }) => ({ calls, block: createArgumentBlock(test, errno) })),
    { calls: socketCalls, block: createSocketBlock() },
  ];
  for (const { calls, block } of byArguments) {
    blocks.push(block);
    for (const numbers of Object.values(calls)) checks.push({ code: EQUAL, k: numbers[architecture], block });
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
    [RETURN, 0, 0, SECCOMP_KILL_PROCESS],
    [LOAD, 0, 0, NUMBER],
    ...body,
    [RETURN, 0, 0, SECCOMP_ALLOW],
    ...blocks.flat(),
  ];
}

/** Creates the instructions that refuse a call if its argument meets a test. */
function createArgumentBlock(test: ArgumentTest, errno: number): Instruction[] {
  const comparisons: Instruction[] =
    'any_bit' in test
      ? [[ANY_BIT, 0, 1, test.any_bit]]
      : test.one_of.map(
          (value, at, { length }): Instruction => [EQUAL, length - 1 - at, at + 1 < length ? 0 : 1, value],
        );
  return [
    [LOAD, 0, 0, getArgumentOffset(test.argument)],
    ...comparisons,
    [RETURN, 0, 0, createErrnoAnswer(errno)],
    [RETURN, 0, 0, SECCOMP_ALLOW],
  ];
}

/** Creates the instructions that refuse sockets of all families but the isolated ones. */
function createSocketBlock(): Instruction[] {
  const families = SOCKET_FAMILIES.map(
    (family, at): Instruction => [EQUAL, SOCKET_FAMILIES.length - at + 3, 0, family],
  );
  return [
    [LOAD, 0, 0, getArgumentOffset(0)],
    ...families,
    [EQUAL, 0, 2, NETLINK_FAMILY],
    [LOAD, 0, 0, getArgumentOffset(2)],
    [EQUAL, 1, 0, NETLINK_ROUTE],
    [RETURN, 0, 0, createErrnoAnswer(EAFNOSUPPORT)],
    [RETURN, 0, 0, SECCOMP_ALLOW],
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
