import { suggestCanary } from '../../../src/judge/validation/suggest_canary.js';
import { type ContractInput, tapCheck } from '../../given_task.js';
import { givenContract } from './given_observation.js';

const remedy = (run: string, files: NonNullable<ContractInput['oracle']>['files'] = 'hidden') =>
  suggestCanary(givenContract({ acceptance: [tapCheck({ run })], oracle: { files } }));

describe('the canary that a contract lacks', () => {
  it.each([
    ['node --test hidden/add.test.js', 'hidden/canary.test.js', 'node --test hidden/canary.test.js'],
    ['pytest hidden/test_add.py', 'hidden/test_canary.py', 'pytest hidden/test_canary.py'],
    ['go test ./hidden/add_test.go', 'hidden/canary_test.go', 'go test ./hidden/canary_test.go'],
    ['sh hidden/lines.sh bin/x "$REPORT"', 'hidden/canary.sh', String.raw`sh hidden/canary.sh bin/x \"$REPORT\"`],
    ['java hidden/AddTest.java', 'hidden/CanaryTest.java', 'java hidden/CanaryTest.java'],
  ])('%s', (run, file, canary) => {
    expect(remedy(run.replace('./hidden', 'hidden'))).toBe(
      `write ${file} with a false assertion over what the task asks, and add to the contract: oracle: {canary: {run: "${canary.replace('./hidden', 'hidden')}", report: tap}}`,
    );
  });

  it('finds hidden files that appear elsewhere', () => {
    expect(remedy('node --test test/a.test.js', [{ from: 'hidden', to: 'test' }])).toMatch(
      /^write test\/canary.test.js/,
    );
    expect(remedy('node --test a.test.js', { from: 'hidden', to: '.' })).toMatch(/^write canary.test.js/);
  });

  it.each(['npm test', 'node --test hidden/', 'node --test hidden/a.test.js hidden/b.test.js'])(
    'leaves the file to the author where the command names none or several: %s',
    (run) => {
      expect(remedy(run)).toBe(
        `write a hidden test file with a false assertion over what the task asks, and add to the contract (with its command pointed at that file): oracle: {canary: {run: "${run}", report: tap}}`,
      );
    },
  );
});
