// Needs: sandbox
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, givenRoom } from '../../given.js';
import { ran, type Seen } from '../../given_run.js';
import { type GivenTask, givenShellTask, lineChange, tapCheck } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);
let n = 0;

/** Judges a patch that makes `value` a program; the acceptance check runs it before the hidden test, in one command. */
async function judged(program: string, task: GivenTask = {}): Promise<Seen> {
  const id = `ro${n++}`;
  const contract = await givenShellTask(room, id, {
    ...task,
    contract: {
      acceptance: [
        tapCheck({ run: 'sh value before; sh hidden/check.sh "$REPORT"; bad=$?; sh value after; exit $bad' }),
      ],
      ...task.contract,
    },
  });
  const file = join(room, `${id}.patch`);
  writeFileSync(file, lineChange('value', 'wrong', program));
  const { attempts } = await ran(room, {
    contracts: [contract],
    agents: [`patch:${file}`],
    out: join(room, 'out', id),
  });
  return attempts[0]!;
}

const FORGED = 'printf "1..2\\nok 1 - the value is right\\nok 2 - the rest is kept\\n" > "\\$1"';
const before = (act: string) => `[ $1 = before ] || exit 0; ${act}; true`;
const complaints = (seen: Seen) => seen.of('acceptance_check')[0]!.payload.execution!.stderr.head;

// Holds K5
describe('hidden files stay as they are within one command', () => {
  it.each([
    ['written', `echo '${FORGED}' > hidden/check.sh`, 'Read-only file system'],
    ['removed and made again', `rm hidden/check.sh && echo '${FORGED}' > hidden/check.sh`, 'Device or resource busy'],
    ['renamed', `mv hidden/check.sh x && echo '${FORGED}' > hidden/check.sh`, 'Device or resource busy'],
    [
      'moved away with their folder',
      `mv hidden moved && mkdir hidden && echo '${FORGED}' > hidden/check.sh`,
      'Device or resource busy',
    ],
    ['given another mode', 'chmod 777 hidden/check.sh', 'Read-only file system'],
  ])('they cannot be %s by the code under test', async (_, act, complaint) => {
    const seen = await judged(before(act));
    expect([seen.vector, seen.of('alert')]).toEqual(['pass/pass/fail/pass', []]);
    expect(complaints(seen)).toContain(complaint);
  });

  it('a folder that holds them takes other files as ever', async () => {
    const seen = await judged(
      before('echo made > hidden/made && mkdir hidden/folder && mv hidden/made hidden/folder/'),
    );
    expect([seen.vector, complaints(seen)]).toEqual(['pass/pass/fail/pass', '']);
  });

  it('a canary may put its false assertion over an acceptance test', async () => {
    const canary = {
      run: 'cp hidden/false.sh hidden/check.sh && sh hidden/check.sh "$REPORT"',
      report: 'tap' as const,
    };
    const seen = await judged('true', {
      hidden: { 'false.sh': 'printf "1..1\\nnot ok 1 - false\\n" > "$1"; exit 1\n' },
      contract: { oracle: { files: 'hidden/', canary } },
    });
    expect(seen.of('canary').map(({ payload }) => [payload.execution?.exit_code, payload.report.state])).toEqual([
      [1, 'read'],
    ]);
    expect(seen.of('alert')).toEqual([]);
  });

  it('nothing tells the canary from a check: not what a check left behind, nor hidden files that can be written', async () => {
    const look = 'ls -A | tr "\\n" " "; [ -w hidden/check.sh ] && echo writable || echo kept';
    const seen = await judged('true', {
      contract: {
        acceptance: [tapCheck({ run: `${look}; : > left; sh hidden/check.sh "$REPORT"` })],
        oracle: {
          files: 'hidden/',
          canary: { run: `${look}; printf "1..1\\nnot ok 1 - false\\n" > "$REPORT"; exit 1`, report: 'tap' as const },
        },
      },
    });
    const said = [...seen.of('acceptance_check'), ...seen.of('canary')].map(
      ({ payload }) => payload.execution?.stdout.head,
    );
    expect(said[1]).toBe(said[0]);
    expect(said[0]).toMatch(/ kept\n$/);
  });

  it('may be changed where the contract says so, which the next command does not see', async () => {
    const seen = await judged(before(`echo '${FORGED}' > hidden/check.sh`), {
      contract: { oracle: { files: 'hidden/', read_only: false } },
    });
    expect(seen.of('alert').map(({ payload }) => payload.code)).toEqual(['oracle-changed-at-run-time']);
  });
});

describe('the memory of other processes', () => {
  it('cannot be written through /proc, so that a test does not change what its runner does', async () => {
    const seen = await judged(before('true > /proc/$PPID/mem'));
    expect(complaints(seen)).toContain('Read-only file system');
  });
});
