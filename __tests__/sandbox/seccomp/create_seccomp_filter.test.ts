import fc from 'fast-check';
import { argumentRules, socketCalls } from '../../../src/sandbox/seccomp/argument_rules.js';
import { createSeccompFilter, getSeccompArchitecture } from '../../../src/sandbox/seccomp/create_seccomp_filter.js';
import { deniedCalls, unavailableCalls } from '../../../src/sandbox/seccomp/denied_calls.js';

// From linux/audit.h and linux/seccomp.h.
const auditArchitecture = { x64: 0xc000003e, arm64: 0xc00000b7 };
const SECCOMP_ALLOW = 0x7fff0000;
const SECCOMP_KILL_PROCESS = 0x80000000;
const createErrnoAnswer = (errno: number) => 0x00050000 | errno;
const SECCOMP_EPERM = createErrnoAnswer(1);
const SECCOMP_ENOSYS = createErrnoAnswer(38);

/** What the kernel would do: runs classic BPF over one struct seccomp_data. Only the instructions the filter uses. */
function interpret(program: Uint8Array, call: { arch: number; number: number; arguments?: readonly number[] }): number {
  const code = Buffer.from(program);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number >>> 0, 0);
  data.writeUInt32LE(call.arch >>> 0, 4);
  for (const [at, value] of (call.arguments ?? []).entries()) data.writeUInt32LE(value >>> 0, 16 + 8 * at);
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
  const answer = (number: number, ...given: number[]) => interpret(program, { arch, number, arguments: given });
  const numbersOf = (calls: Record<string, Record<'x64' | 'arm64', number>>) =>
    Object.values(calls).map((numbers) => numbers[architecture]);

  it('denies exactly the listed calls', () => {
    const denied = new Set(Object.values(deniedCalls).map((numbers) => numbers[architecture]));
    const unavailable = new Set(numbersOf(unavailableCalls));
    const special = new Set([socketCalls, ...argumentRules.map(({ calls }) => calls)].flatMap(numbersOf));
    for (let number = 0; number < 600; number += 1) {
      if (special.has(number)) continue;
      const expected = denied.has(number) ? SECCOMP_EPERM : unavailable.has(number) ? SECCOMP_ENOSYS : SECCOMP_ALLOW;
      expect([number, answer(number)]).toEqual([number, expected]);
    }
  });

  it('refuses every socket but those of isolated families and of the protocol that lists interfaces', () => {
    const refused = createErrnoAnswer(97);
    for (const number of numbersOf(socketCalls))
      for (let family = 0; family < 64; family += 1)
        for (const protocol of [0, 4, 15, 16]) {
          const allowed = [1, 2, 10].includes(family) || (family === 16 && protocol === 0);
          expect([family, protocol, answer(number, family, 1, protocol)]).toEqual([
            family,
            protocol,
            allowed ? SECCOMP_ALLOW : refused,
          ]);
        }
  });

  it.each([
    ['preadv2 without waiting', { x64: 327, arm64: 286 }, [3, 0, 1, 0, 0, 0x8], createErrnoAnswer(95)],
    ['preadv2', { x64: 327, arm64: 286 }, [3, 0, 1, 0, 0, 0x2], SECCOMP_ALLOW],
    ['pwritev2 without waiting', { x64: 328, arm64: 287 }, [3, 0, 1, 0, 0, 0x18], createErrnoAnswer(95)],
    ['advice to drop pages', { x64: 221, arm64: 223 }, [3, 0, 0, 4], createErrnoAnswer(0)],
    ['advice to fetch pages', { x64: 221, arm64: 223 }, [3, 0, 0, 3], createErrnoAnswer(0)],
    ['advice to read in order', { x64: 221, arm64: 223 }, [3, 0, 0, 2], SECCOMP_ALLOW],
    ['memory that may go', { x64: 28, arm64: 233 }, [0, 1, 4], SECCOMP_ALLOW],
    ['pages that may go to disk', { x64: 28, arm64: 233 }, [0, 1, 21], createErrnoAnswer(22)],
    ['what is in the page cache', { x64: 27, arm64: 232 }, [], SECCOMP_ENOSYS],
    ['how much is in the page cache', { x64: 451, arm64: 451 }, [], SECCOMP_ENOSYS],
    ['requests whose flags lie in memory', { x64: 206, arm64: 0 }, [], SECCOMP_ENOSYS],
  ] as const)('answers questions to the page cache: %s', (_what, numbers, given, expected) => {
    expect(answer(numbers[architecture], ...given)).toBe(expected);
  });

  it('looks at no argument but that of its rule, and at its low half alone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...argumentRules.flatMap((rule) => numbersOf(rule.calls).map((number) => ({ rule, number })))),
        fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
        ({ rule: { test, errno }, number }, given) => {
          const value = given[test.argument]!;
          const met = 'any_bit' in test ? (value & test.any_bit) !== 0 : test.one_of.includes(value);
          expect(answer(number, ...given)).toBe(met ? createErrnoAnswer(errno) : SECCOMP_ALLOW);
        },
      ),
    );
  });

  it('allows forks and threads, and denies clone for every namespace', () => {
    const clone = { x64: 56, arm64: 220 }[architecture];
    const namespaces = [0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000];
    expect([0x11, FORK_FLAGS, 0x003d0f00].map((flags) => answer(clone, flags))).toEqual([
      SECCOMP_ALLOW,
      SECCOMP_ALLOW,
      SECCOMP_ALLOW,
    ]);
    expect(namespaces.map((flag) => answer(clone, flag | 0x11))).toEqual(namespaces.map(() => SECCOMP_EPERM));
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
