import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import fc from 'fast-check';
import { z } from 'zod';
import { UserError } from '../../src/contract/input/user_error.js';
import { UnreachableError } from '../../src/gateway/upstreams/upstream_connections.js';
import { isCodeFault, isNonKernelFault, isUncodedFault, MachineError } from '../../src/system/is_code_fault.js';
import { runProgramOrThrow } from '../../src/system/launcher/run_program.js';
import { GitError, runGitOrThrow } from '../../src/workspace/git/run_git.js';

/** Returns what a function throws. */
const thrownBy = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (fault) {
    return fault;
  }
  throw new Error('nothing was thrown');
};
/** Creates a function that throws a value. */
const raise = (fault: unknown) => () => {
  throw fault;
};
const withCode = (code: unknown, more: object = {}) => Object.assign(new Error('x'), { code, ...more });

describe('a fault of the code', () => {
  it.each<[string, () => unknown]>([
    ['a TypeError', () => (undefined as unknown as { x: { y: 1 } }).x.y],
    ['a RangeError', () => 'x'.repeat(-1)],
    ['a ReferenceError', () => Function('return nothing_of_this_name')()],
    ['a value that a schema refuses', () => z.string().parse(1)],
    ['a failed assertion', () => assert.equal(1, 2)],
    ['a plain error', raise(new Error('this cannot be'))],
    ['a wrong argument, whose code is one of Node', () => readFileSync({} as string)],
    ['a path that the code got wrong', () => readFileSync('/no/such/file')],
    ['an error with an exit status for a code', raise(withCode(32))],
  ])('is %s', async (_, work) => {
    expect(isCodeFault(await thrownBy(work))).toBe(true);
  });

  it.each<[string, () => unknown]>([
    ['a program that failed', () => runProgramOrThrow('/bin/sh', ['-c', 'exit 3'])],
    ['git that failed', () => runGitOrThrow(['no-such-command'])],
    ['a device that is full', raise(withCode('ENOSPC'))],
    ['a program that is missing', raise(withCode('ENOENT', { syscall: 'spawn bwrap' }))],
    ['a mistake of the user', raise(new UserError('no such file'))],
    ['an upstream that cannot be reached', raise(new UnreachableError('refused'))],
    [
      'a port where nobody listens',
      () => new Promise((_, reject) => createConnection(1, '127.0.0.1').on('error', reject)),
    ],
  ])('is not %s', async (_, work) => {
    expect(isCodeFault(await thrownBy(work))).toBe(false);
  });

  it.each(['ESRCH', 'ENOTCONN', 'ECANCELED', 'EUCLEAN', 'EREMOTEIO', 'EAI_FAIL'])('is not one of %s', (code) => {
    expect(isCodeFault(withCode(code))).toBe(false);
  });

  it('is whatever gives no evidence of another origin, at any depth of causes and in any order', () => {
    const ours = fc.constantFrom<() => Error>(
      () => new TypeError('x'),
      () => new Error('x'),
      () => withCode('ERR_INVALID_ARG_TYPE'),
      () => withCode('ENOENT'),
      () => withCode('EBADF'),
      () => withCode(28),
    );
    const others = fc.constantFrom<() => Error>(
      () => new MachineError('x'),
      () => new GitError('x'),
      () => new UserError('x'),
      () => withCode('EIO'),
      () => withCode('ECONNRESET'),
    );
    const chain = (parts: (() => Error)[]) =>
      parts.reduceRight<Error | undefined>((cause, make) => Object.assign(make(), { cause }), undefined);
    fc.assert(
      fc.property(
        fc.array(ours, { minLength: 1, maxLength: 8 }),
        fc.array(others, { maxLength: 2 }),
        fc.nat(),
        (a, b, n) => {
          const at = n % (a.length + 1);
          expect(isCodeFault(chain([...a.slice(0, at), ...b, ...a.slice(at)]))).toBe(b.length === 0);
        },
      ),
    );
  });

  it('is any thrown value that is no error, and one with a circle of causes', () => {
    fc.assert(fc.property(fc.anything({ maxDepth: 0 }), (value) => expect(isCodeFault(value)).toBe(true)));
    const circle = new Error('x');
    circle.cause = circle;
    expect(isCodeFault(circle)).toBe(true);
  });
});

it('an error with a code is no uncoded fault, whatever its code says', () => {
  expect(isUncodedFault(new TypeError('x'))).toBe(true);
  expect(isUncodedFault(withCode('ERR_INVALID_CHAR'))).toBe(false);
  expect(isUncodedFault(new Error('x', { cause: withCode('HPE_INVALID_CONSTANT') }))).toBe(false);
  expect(isUncodedFault(new MachineError('x'))).toBe(false);
});

it('what the kernel refuses is no fault of the code around its calls; what Node refuses is one', () => {
  for (const code of ['ENOENT', 'EINVAL', 'ESRCH', 'EACCES']) expect(isNonKernelFault(withCode(code))).toBe(false);
  expect(isNonKernelFault(withCode('ERR_INVALID_ARG_TYPE'))).toBe(true);
  expect(isNonKernelFault(new TypeError('x'))).toBe(true);
});
