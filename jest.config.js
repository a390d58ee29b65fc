import { availableParallelism, loadavg } from 'node:os';
import { LONG_PATTERNS } from './__tests__/long_tests.mjs';

// Set by scripts/test.mjs.
const all = process.env.GATEBENCH_TESTS === 'all';
const processors = availableParallelism();
/** Limit of a test, which is there against hangs: ten minutes, and as many times that as this machine has more to do than it can. */
const TIME_LIMIT_MS = 600_000 * Math.max(1, Math.ceil(loadavg()[0] / processors));

export default {
  cacheDirectory: '<rootDir>/node_modules/.cache/jest', // not in the temporary folder, which is removed
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/__tests__/fixtures/', ...(all ? [] : LONG_PATTERNS)],
  modulePathIgnorePatterns: ['<rootDir>/tasks/', '<rootDir>/examples/', '<rootDir>/lib/', '<rootDir>/gatebench-out'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // Maps lie beside the code: within it they are two thirds of what every test file reads, keeps and compiles again.
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        sourceMaps: true,
        // Imports of JSON need their `with { type: 'json' }`.
        jsc: { target: 'es2023', parser: { syntax: 'typescript' }, experimental: { keepImportAttributes: true } },
      },
    ],
  },
  globalSetup: '<rootDir>/__tests__/jest/global_setup.cjs',
  testEnvironment: '<rootDir>/__tests__/jest/worker_environment.cjs',
  runtime: '<rootDir>/__tests__/jest/worker_runtime.cjs',
  testRunner: '<rootDir>/__tests__/jest/test_runner.cjs',
  reporters: ['default', '<rootDir>/__tests__/jest/reporter.cjs'],
  setupFilesAfterEnv: ['<rootDir>/__tests__/jest/setup.ts'],
  testTimeout: TIME_LIMIT_MS,
  maxWorkers: processors + 1, // tests wait for programs and servers; each further worker loads all modules once more
  // Modules of finished tests are not given back, and starting a process costs a worker time by its size (fork copies its page tables, some
  // 2 ms of processor time per 100 MB, and real attempts start twenty): a worker that has grown is replaced. This is of its heap in use.
  workerIdleMemoryLimit: '600MB',
  testSequencer: '<rootDir>/__tests__/sequencer.mjs',
};
