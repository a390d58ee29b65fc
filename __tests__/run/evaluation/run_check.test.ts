// Needs: sandbox
import { cleanUp, givenRoom } from '../../given.js';
import { attemptsIn, type Seen } from '../../given_run.js';

const room = givenRoom();
afterAll(cleanUp);
const attempt = attemptsIn(room);

/** Counts its executions in a file of the workspace, and says how many it found. */
const COUNTING = 'n=$(cat count 2>/dev/null || echo 0); n=$((n+1)); echo $n > count; echo "execution $n"';
const said = (seen: Seen, check: string) =>
  [...seen.of('build'), ...seen.of('acceptance_check')]
    .filter(({ payload }) => payload.check === check)
    .map(({ payload }) => [payload.run, payload.workspace, payload.execution?.stdout.head.trim()]);

describe('reruns of a check are independent (S3)', () => {
  // Holds S3
  it('each starts from the files that the first one met, and the last leaves its own to later checks', async () => {
    const acceptance = [
      { id: 'counts', run: `${COUNTING}; sh hidden/check.sh "$REPORT"`, reruns: 2 },
      { id: 'later', run: COUNTING },
    ];
    const seen = await attempt('golden', { contract: { build: [{ id: 'made', run: 'echo 40 > count' }], acceptance } });
    expect(seen.status).toBe('success');
    expect(said(seen, 'counts')).toEqual([
      [1, 'own', 'execution 41'],
      [2, 'own', 'execution 41'],
      [3, 'kept', 'execution 41'],
    ]);
    expect(said(seen, 'later')).toEqual([[1, undefined, 'execution 42']]);
  });

  it('so that a check which its own leavings would break passes every time', async () => {
    const run = 'test -e leavings && exit 1; touch leavings; sh hidden/check.sh "$REPORT"';
    const seen = await attempt('golden', { contract: { acceptance: [{ id: 'once', run, reruns: 2 }] } });
    expect([seen.status, seen.of('acceptance_check').map(({ payload }) => payload.execution?.exit_code)]).toEqual([
      'success',
      [0, 0, 0],
    ]);
  });

  it('of a build as well; what the last one built is checked', async () => {
    const build = [{ id: 'made', run: COUNTING, reruns: 1 }];
    const acceptance = [{ id: 'sees', run: 'test "$(cat count)" = 1 && sh hidden/check.sh "$REPORT"' }];
    const seen = await attempt('golden', { contract: { build, acceptance } });
    expect([seen.status, said(seen, 'made')]).toEqual([
      'success',
      [
        [1, 'own', 'execution 1'],
        [2, 'kept', 'execution 1'],
      ],
    ]);
  });

  it('and hidden files are read-only and put back in each', async () => {
    const run = '(echo "exit 0" > hidden/check.sh) 2>/dev/null; sh hidden/check.sh "$REPORT"';
    const seen = await attempt('noop', { contract: { acceptance: [{ id: 'rewrites', run, reruns: 1 }] } });
    expect(seen.of('acceptance_check').map(({ payload }) => payload.execution?.exit_code)).toEqual([1, 1]);
  });
});

it('a build that fails says its last lines and the line of the repository that they name', async () => {
  const run =
    'echo "$PWD/node_modules/a.js:1:1: error: not ours" >&2; echo "$PWD/value:1:3: error: no such word" >&2; exit 1';
  const seen = await attempt('golden', { contract: { build: [{ id: 'lint', run, kind: 'static' }] } });
  const named = [{ path: 'value', line: 1, column: 3, message: 'no such word' }];
  expect(seen.of('static_check')[0]!.payload.named_lines).toEqual(named);
  expect(seen.result.verdict.checks.map(({ output }) => output)).toEqual([
    { lines: ['/work/node_modules/a.js:1:1: error: not ours', '/work/value:1:3: error: no such word'], named },
    undefined,
  ]);
});
