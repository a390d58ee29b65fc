export default {
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/__tests__/fixtures/'],
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
  testEnvironment: '<rootDir>/__tests__/jest/worker_environment.cjs',
  runtime: '<rootDir>/__tests__/jest/worker_runtime.cjs',
  setupFilesAfterEnv: ['<rootDir>/__tests__/seed.ts'],
  testTimeout: 60_000,
  maxWorkers: 2,
  // Modules of finished tests are not given back, and starting a process costs a worker time by its size (fork copies its page tables, some
  // 2 ms of processor time per 100 MB, and real attempts start twenty): a worker that has grown is replaced. This is of its heap in use.
  workerIdleMemoryLimit: '600MB',
  testSequencer: '<rootDir>/__tests__/sequencer.mjs',
};
