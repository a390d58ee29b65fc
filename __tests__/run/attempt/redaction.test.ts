// Needs: sandbox
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { scoreRuns } from '../../../src/commands/score/score_runs.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import {
  listStoredOriginals,
  readStoredOriginal,
} from '../../../src/run/redaction/restricted_store/open_restricted_store.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran, type Seen } from '../../given_run.js';
import { givenShellTask, newFile, tapCheck } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);

const KEY = 'ghp_q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUi';
const OTHER = 'ghp_A8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUi';
const MAIL = 'ada@engine.org';

/** All bytes of a record. */
const bytesOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

const scriptOf = (name: string, content: unknown) => {
  writeFileSync(join(room, `${name}.yml`), stringify(content));
  return `script:${name}.yml`;
};

// Holds R14
describe('R14: what looks like a secret stands nowhere in a record', () => {
  const hidden = {
    'check.sh': `{ echo "TAP version 13"; echo "1..2"; echo "ok 1 - the value is right"; echo "ok 2 - mails ${MAIL}"; } > "$1"; grep -q right value; echo "seen ${KEY}" >&2; cat key\n`,
  };
  let seen: Seen;
  let store: string;

  beforeAll(async () => {
    const path = await givenShellTask(room, 'whole', {
      hidden,
      contract: {
        description: `Make the value right. Ask ${MAIL}.\n`,
        acceptance: [tapCheck({ fail_to_pass: ['the value is right'], pass_to_pass: [`mails ${MAIL}`] })],
        coordination: { agents: [{ name: 'a' }, { name: 'b' }] },
        oracle: { files: 'hidden/', challenge: { rounds: 0 } },
      },
    });
    store = join(givenRoom(), 'store');
    const { attempts } = await ran(room, {
      contracts: [path],
      out: join(room, 'out-whole'),
      models: { upstreams: [], restricted_store: store },
      agents: [
        scriptOf('whole', {
          operations: [
            { use: 'run_command', with: { command: `curl -H "x: ${KEY}"; echo ${KEY}; echo ${OTHER} >&2` } },
            { use: 'run_command', with: { command: `yes 'token ${KEY} of ${MAIL}' | head -n 20000` } },
            { use: 'edit_file', with: { path: 'value', content: 'right\n' } },
            { use: 'edit_file', with: { path: 'key', content: `plain\n${KEY}\nand on\n` } },
            { use: 'write_handoff', with: { to: 'b', summary: `use ${KEY}` } },
            { use: 'read_handoff', as: 'b' },
          ],
        }),
      ],
    });
    seen = attempts[0]!;
  });

  it('in arguments, outputs, artifacts, handoffs, reports of checks, the patch, the briefing and the manifest', () => {
    // The hidden tests saw the original, and so did the search for secrets in the patch.
    expect([seen.vector, seen.result.verdict.gates[3]?.why]).toEqual([
      'pass/pass/pass/fail',
      'secret-in-patch: key:2 holds a credential (github-token)',
    ]);
    const bytes = bytesOf(seen.path);
    for (const secret of [KEY, OTHER, MAIL]) expect(bytes).not.toContain(secret);
    expect(JSON.stringify(seen.result)).not.toContain(KEY);
  });

  it('and the same secret has the same placeholder wherever it stands', () => {
    const placeholders = new Set(bytesOf(seen.path).match(/\[redacted:github-token#\d\]/g));
    expect([...placeholders].sort()).toEqual(['[redacted:github-token#1]', '[redacted:github-token#2]']);
    expect(readFileSync(join(seen.path, 'patch.diff'), 'utf8')).toContain('+[redacted:github-token#1]\n+and on\n');
    const [first] = seen.of('coordination');
    expect(first!.payload.arguments).toEqual({
      command:
        'curl -H "x: [redacted:github-token#1]"; echo [redacted:github-token#1]; echo [redacted:github-token#2] >&2',
    });
    expect(first!.redacted?.spans).toEqual({ 'github-token': 3 });
  });

  it('while what was done and evaluated is the original: the check read the key, the verdict follows from the record', () => {
    const [check] = seen.of('acceptance_check');
    expect(check!.payload.execution?.stdout.head).toBe('plain\n[redacted:github-token#1]\nand on\n');
    expect(check!.payload.execution?.stdout.sha256).toBe(sha256(`plain\n${KEY}\nand on\n`));
    const silent = {
      log: () => undefined,
      error: () => undefined,
      signal: new AbortController().signal,
      terminal: { columns: 100, colour: false },
    };
    expect(scoreRuns([seen.path], { json: true }, silent, room)).toBe(0);
  });

  it('and the restricted store gives each original back by the digest that stands beside', () => {
    const { attempt_id } = JSON.parse(readFileSync(join(seen.path, 'manifest.json'), 'utf8')) as { attempt_id: string };
    const kept = new Set(listStoredOriginals(store, attempt_id).map((each) => each.sha256));
    const originals = seen.events.flatMap((event) => [
      ...(event.redacted ? [event.redacted] : []),
      ...(event.type === 'redaction' ? [event.payload.original] : []),
    ]);
    expect(originals.length).toBeGreaterThan(6);
    expect(originals.filter((each) => !kept.has(each.sha256))).toEqual([]);
    const patch = seen.of('redaction').find(({ payload }) => payload.file === 'patch.diff')!.payload.original;
    const read = readStoredOriginal(store, attempt_id, patch.sha256);
    expect('bytes' in read && read.bytes.toString()).toContain(
      newFile('key', `plain\n${KEY}\nand on\n`).split('\n')[5],
    );
  });
});

describe('R14: an agent of the harness that asks a model', () => {
  it('works with the originals; prompt, call and output have one placeholder for one secret', async () => {
    const path = await givenShellTask(room, 'loop', { repo: { secret: `${'x\n'.repeat(2000)}${KEY}\n` } });
    const turns = [
      {
        say: `I use ${KEY}.`,
        calls: [{ shell: `cat secret; echo ${KEY}; echo ${'x '.repeat(137)}${KEY}` }],
        usage: { input: 10, output: 10 },
      },
      {
        say: 'Now I mend it.',
        calls: [{ shell: `[ "$(tail -n 1 secret)" = ${KEY} ] && echo right > value` }],
        usage: { input: 10, output: 10 },
      },
      { say: 'It is right.', usage: { input: 10, output: 10 } },
    ];
    const { attempts } = await ran(room, {
      contracts: [path],
      out: join(room, 'out-loop'),
      agents: ['loop'],
      models: { name: 'scripted', upstreams: [scriptOf('upstream', { turns })] },
    });
    const [seen] = attempts as [Seen];
    expect([seen.status, seen.of('tool_invocation').length > 0]).toEqual(['success', true]);
    // Each command that was made is known as the one that was asked for.
    expect(seen.of('act_outcome').map(({ payload }) => [payload.road, payload.outcome])).toEqual([
      ['call', 'done'],
      ['call', 'done'],
    ]);
    const bytes = bytesOf(seen.path);
    // Nor the beginning of one where an event has only the beginning of a command.
    expect(bytes).not.toContain(KEY.slice(0, 10));
    expect([...new Set(bytes.match(/\[redacted:github-token#\d\]/g))]).toEqual(['[redacted:github-token#1]']);
  });
});
