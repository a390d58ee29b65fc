import { relative } from 'node:path';
import fc from 'fast-check';
import { UserError } from '../../src/contract/input/user_error.js';
import { LEFT_OUT } from '../extent.js';

// The same cases in every ordinary run, so that a change is judged by the change; other ones where more runs are asked for. A sample suffices
// in a short run.
const {
  GATEBENCH_FUZZ_RUNS: runs,
  GATEBENCH_FUZZ_SEED: seed,
  GATEBENCH_TESTS: tests,
  GATEBENCH_TESTS_BEGUN: begun,
} = process.env;
if (tests !== 'all' && runs === undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 30 });
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
else if (runs === undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20260307 });

// The built engine has a UserError of its own, which the shells too tell by its name.
Object.defineProperty(UserError, Symbol.hasInstance, {
  configurable: true,
  value(this: typeof UserError, error: unknown) {
    return this === UserError
      ? (error as Error)?.name === 'UserError'
      : Function.prototype[Symbol.hasInstance].call(this, error);
  },
});

// What an ordinary run did is not done again after it. `test` is never replaced: tests in full begin with it.
const name = relative(process.cwd(), expect.getState().testPath!);
if (begun?.split(':').includes(name)) globalThis.it = LEFT_OUT;
