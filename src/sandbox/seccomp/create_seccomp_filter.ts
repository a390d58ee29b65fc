import {
  auditArchitecture,
  cloneCall,
  deniedCalls,
  NAMESPACE_FLAGS,
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
const FIRST_ARGUMENT = 16;

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
    [RETURN, 0, 0, SECCOMP_ALLOW],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [ANY_BIT, 0, 2, NAMESPACE_FLAGS],
    [RETURN, 0, 0, SECCOMP_EPERM],
    [RETURN, 0, 0, SECCOMP_ENOSYS],
    [RETURN, 0, 0, SECCOMP_ALLOW],
    [RETURN, 0, 0, SECCOMP_TRACE],
  ];
  // The clone check falls to its own ALLOW: `ANY_BIT` false skips EPERM and ENOSYS.
  const body = checks.map(
    ({ code, k, answer }, index): Instruction => [code, checks.length - index - 1 + answers[answer], 0, k],
  );
  return [
    [LOAD, 0, 0, ARCHITECTURE],
    [EQUAL, 1, 0, auditArchitecture[architecture]],
    [RETURN, 0, 0, SECCOMP_KILL_PROCESS],
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
