import type { LoadedContract } from '../../../src/contract/loaded_contract.js';
import { createCanaryOracle } from '../../../src/run/oracle/create_canary_oracle.js';

const file = (path: string, text: string) => ({ path, content: Buffer.from(text), sha256: text, executable: false });

/**
 * The oracle of a canary with this command, over an acceptance test and a file of its own.
 *
 * @param accepted command of the acceptance check
 * @param challenged command of challenge rounds
 */
function oracleOf(run: string, accepted = 'node --test hidden/add.test.js', challenged?: string) {
  const loaded = {
    contract: {
      build: 'none',
      acceptance: [{ run: accepted, environment: {}, mandatory: true }],
      oracle: { perturbation: { rename: true }, challenge: { run: challenged } },
    },
    oracle_files: [file('hidden/add.test.js', 'true'), file('hidden/canary.test.js', 'false')],
    oracle_folders: ['hidden'],
  } as unknown as LoadedContract;
  const {
    canary,
    loaded: over,
    renamed,
    writes,
  } = createCanaryOracle({ run, report: 'tap', timeout: 1, environment: {} }, loaded, () => 0);
  return {
    run: canary.run,
    files: over.oracle_files.map(({ path, sha256 }) => `${path}: ${sha256}`),
    renamed,
    writes,
  };
}

describe('the canary is run as an acceptance check is', () => {
  it('under a new name where it has a file of its own', () => {
    expect(oracleOf('node --test hidden/canary.test.js')).toEqual({
      run: 'node --test hidden/bababab.test.js',
      files: ['hidden/add.test.js: true', 'hidden/bababab.test.js: false'],
      renamed: { 'hidden/canary.test.js': 'hidden/bababab.test.js' },
      writes: false,
    });
  });

  it('under the acceptance test’s name where its command copies the false assertion there first, which is done for it', () => {
    expect(oracleOf('cp hidden/canary.test.js hidden/add.test.js && node --test hidden/add.test.js')).toEqual({
      run: 'node --test hidden/add.test.js',
      files: ['hidden/add.test.js: false', 'hidden/canary.test.js: true'],
      renamed: {},
      writes: false,
    });
  });

  it('beside tests of the whole suite, which keep the names that challenge rounds say', () => {
    const beside = 'node --test hidden/add.test.js hidden/canary.test.js';
    expect(oracleOf(beside, 'node --test', 'node --test hidden/add.test.js').renamed).toEqual({
      'hidden/canary.test.js': 'hidden/bababab.test.js',
    });
  });

  it.each([
    ['sed -i s/1/2/ hidden/add.test.js && node --test hidden/add.test.js', true],
    ['cp other hidden/add.test.js; node --test hidden/add.test.js', true],
    ['echo x > hidden/add.test.js; node --test hidden/add.test.js', true],
    ['node --test hidden/add.test.js > "$REPORT"', false],
    ['node --test hidden/add.test.js > /dev/null 2>&1', false],
    ['node --test hidden/add.test.js 2>/dev/null', false],
  ])('may write hidden files only where its command does: %s', (run, writes) => {
    expect(oracleOf(run).writes).toBe(writes);
  });
});
