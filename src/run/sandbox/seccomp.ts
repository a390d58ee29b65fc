import {
  type Architecture,
  auditArchitecture,
  cloneCall,
  deniedCalls,
  NAMESPACE_FLAGS,
  unavailableCalls,
  X32_BIT,
} from './seccomp_rules.js';

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
const FIRST_ARGUMENT = 16;

export const ALLOW = 0x7fff0000;
export const KILL_PROCESS = 0x80000000;
const ERRNO = 0x00050000;
export const EPERM = ERRNO | 1;
export const ENOSYS = ERRNO | 38;
/** Asks the tracer; ENOSYS without one. */
export const TRACE = 0x7ff00000;

/**
 * The filter for one architecture as `bwrap --seccomp` takes it: struct sock_filter[], 8 bytes each, little-endian.
 * Another architecture (a 32-bit program) is killed, since its call numbers mean something else.
 *
 * @param traced denied calls that a tracer gets to see. Only for calls that the kernel refuses by itself to everybody without
 *   capabilities: denied by the filter they would never reach the tracer
 */
export function seccompFilter(architecture: Architecture, traced: readonly string[] = []): Uint8Array {
  return encode(assemble(architecture, new Set(traced)));
}

/** The architecture of this process, when there is a filter for it. */
export function seccompArchitecture(arch: string = process.arch): Architecture | undefined {
  return arch === 'x64' || arch === 'arm64' ? arch : undefined;
}

function assemble(architecture: Architecture, traced: ReadonlySet<string>): Instruction[] {
  const checks: { code: number; k: number; answer: 'allow' | 'eperm' | 'enosys' | 'clone' | 'trace' }[] = [];
  if (architecture === 'x64') checks.push({ code: AT_LEAST, k: X32_BIT, answer: 'enosys' });
  for (const [name, numbers] of Object.entries(deniedCalls)) {
    const k = numbers[architecture];
    if (k !== null) checks.push({ code: EQUAL, k, answer: traced.has(name) ? 'trace' : 'eperm' });
  }
  for (const numbers of Object.values(unavailableCalls)) {
    checks.push({ code: EQUAL, k: numbers[architecture], answer: 'enosys' });
  }
  checks.push({ code: EQUAL, k: cloneCall[architecture], answer: 'clone' });

  // The answers follow the checks; a jump counts the instructions in between.
  const answers = { allow: 0, clone: 1, eperm: 3, enosys: 4, trace: 6 } as const;
  const tail: Instruction[] = [
    [RETURN, 0, 0, ALLOW],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [ANY_BIT, 0, 2, NAMESPACE_FLAGS],
    [RETURN, 0, 0, EPERM],
    [RETURN, 0, 0, ENOSYS],
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, TRACE],
  ];
  // The clone check falls to its own ALLOW: `ANY_BIT` false skips EPERM and ENOSYS.
  const body = checks.map(
    ({ code, k, answer }, index): Instruction => [code, checks.length - index - 1 + answers[answer], 0, k],
  );
  return [
    [LOAD, 0, 0, ARCHITECTURE],
    [EQUAL, 1, 0, auditArchitecture[architecture]],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD, 0, 0, NUMBER],
    ...body,
    ...tail,
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
