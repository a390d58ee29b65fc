import { createSeccompFilter, getSeccompArchitecture } from '../../../src/sandbox/seccomp/create_seccomp_filter.js';
import {
  auditArchitecture,
  cloneCall,
  deniedCalls,
  SECCOMP_ALLOW,
  SECCOMP_ENOSYS,
  SECCOMP_EPERM,
  SECCOMP_KILL_PROCESS,
} from '../../../src/sandbox/seccomp/denied_calls.js';

/** What the kernel would do: runs classic BPF over one struct seccomp_data. Only the instructions the filter uses. */
function interpret(program: Uint8Array, call: { arch: number; number: number; argument?: number }): number {
  const code = Buffer.from(program);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number >>> 0, 0);
  data.writeUInt32LE(call.arch >>> 0, 4);
  data.writeUInt32LE((call.argument ?? 0) >>> 0, 16);
  let accumulator = 0;
  for (let at = 0; at < code.length; at += 8) {
    const [operation, ifTrue, ifFalse] = [code.readUInt16LE(at), code.readUInt8(at + 2), code.readUInt8(at + 3)];
    const k = code.readUInt32LE(at + 4);
    const jump = (taken: boolean) => {
      at += 8 * (taken ? ifTrue : ifFalse);
    };
    if (operation === 0x20) accumulator = data.readUInt32LE(k);
    else if (operation === 0x15) jump(accumulator === k);
    else if (operation === 0x35) jump(accumulator >= k);
    else if (operation === 0x45) jump((accumulator & k) !== 0);
    else if (operation === 0x06) return k;
    else throw new Error(`unknown instruction ${operation}`);
  }
  throw new Error('fell off the end');
}

const READ = { x64: 0, arm64: 63 };
const FORK_FLAGS = 0x01200011; // CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | SIGCHLD

describe.each(['x64', 'arm64'] as const)('the system call filter of %s', (architecture) => {
  const program = createSeccompFilter(architecture);
  const arch = auditArchitecture[architecture];
  const answer = (number: number, argument?: number) =>
    interpret(program, { arch, number, ...(argument === undefined ? {} : { argument }) });

  it('denies exactly the listed calls', () => {
    const denied = new Set(Object.values(deniedCalls).map((numbers) => numbers[architecture]));
    const special = new Set([cloneCall[architecture], 435]);
    for (let number = 0; number < 600; number += 1) {
      if (special.has(number)) continue;
      expect([number, answer(number)]).toEqual([number, denied.has(number) ? SECCOMP_EPERM : SECCOMP_ALLOW]);
    }
  });

  it('allows forks and threads, and denies clone for every namespace', () => {
    const namespaces = [0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000];
    expect([0x11, FORK_FLAGS, 0x003d0f00].map((flags) => answer(cloneCall[architecture], flags))).toEqual([
      SECCOMP_ALLOW,
      SECCOMP_ALLOW,
      SECCOMP_ALLOW,
    ]);
    expect(namespaces.map((flag) => answer(cloneCall[architecture], flag | 0x11))).toEqual(
      namespaces.map(() => SECCOMP_EPERM),
    );
  });

  it('has no clone3, so that libc falls back to the call whose flags can be read', () => {
    expect(answer(435)).toBe(SECCOMP_ENOSYS);
  });

  it('kills programs of another architecture, whatever they call', () => {
    const other = architecture === 'x64' ? [auditArchitecture.arm64, 0x40000003] : [auditArchitecture.x64, 0x40000028];
    expect(other.map((foreign) => interpret(program, { arch: foreign, number: READ[architecture] }))).toEqual([
      SECCOMP_KILL_PROCESS,
      SECCOMP_KILL_PROCESS,
    ]);
  });

  it('fits the jumps of classic BPF and the size the kernel takes', () => {
    expect(program.length % 8).toBe(0);
    expect(program.length / 8).toBeLessThan(255);
  });
});

describe('the system call filter', () => {
  it('refuses the x32 numbers, which would pass every comparison', () => {
    const program = createSeccompFilter('x64');
    const x32 = (number: number) => interpret(program, { arch: auditArchitecture.x64, number: 0x40000000 + number });
    expect([x32(0), x32(101), x32(165)]).toEqual([SECCOMP_ENOSYS, SECCOMP_ENOSYS, SECCOMP_ENOSYS]);
  });

  it('exists for the two architectures that are listed', () => {
    expect(['x64', 'arm64', 'riscv64', 'ia32'].map(getSeccompArchitecture)).toEqual([
      'x64',
      'arm64',
      undefined,
      undefined,
    ]);
  });

  it('lists every call once per architecture', () => {
    for (const architecture of ['x64', 'arm64'] as const) {
      const numbers = Object.values(deniedCalls).flatMap((entry) => entry[architecture] ?? []);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });
});
