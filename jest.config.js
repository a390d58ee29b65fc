export default {
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/__tests__/fixtures/'],
  modulePathIgnorePatterns: ['<rootDir>/tasks/', '<rootDir>/lib/', '<rootDir>/gatebench-out/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }],
  },
  setupFilesAfterEnv: ['<rootDir>/__tests__/seed.ts'],
  testTimeout: 60_000,
  maxWorkers: 2,
  // Modules of finished tests are not given back: a worker that has grown is replaced.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/__tests__/sequencer.mjs',
};
