// Needs: sandbox
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { retainRuns } from '../../../src/commands/retain/retain_runs.js';
import { appendRemoval, applyRemovals, type Removal } from '../../../src/record/storage/removal.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { copyOutput, givenLeakyOutput, readLines, readTree, SECRET, verify, writeLines } from './given_reduced.js';

const room = givenRoom();
afterAll(cleanUp);
let whole: { out: string; name: string; head: string };
beforeAll(async () => {
  whole = await givenLeakyOutput(room);
});

const given = (name: string) => join(copyOutput(whole.out, join(room, name)), whole.name);
const retain = (folder: string, ...more: string[]) =>
  typeCommand(room, ['records', 'retain', folder, '--reason', '90 days are over', ...more]);
const standingOf = (path: string) => {
  const { standing, faults, removals } = verify(path, whole.head);
  return [standing, faults, removals?.pending];
};
const withoutLedger = (path: string) => {
  const { 'removals.jsonl': _, ...files } = readTree(path);
  return files;
};

describe('a move to the long tier', () => {
  // Holds R15
  it('keeps outcomes, digests and metrics, removes traces, texts, patch and artifacts, and stays proven', async () => {
    const path = given('moved');
    expect(await retain('moved', '--restricted-store', 'held-1')).toMatchObject({ code: 0 });
    expect(standingOf(path)).toEqual(['reduced', [], false]);
    const { report, events } = verify(path, whole.head);
    expect(report!.verdict).toMatchObject({ status: 'success', gate_vector: 'pass/pass/pass/pass' });
    expect([...new Set(events.map(({ type }) => type))].sort()).toEqual([
      'run_started',
      'sealed',
      'stage_changed',
      'termination',
      'workspace_mutation',
    ]);
    expect(readdirSync(path).sort()).toEqual([
      'artifacts',
      'events.jsonl',
      'manifest.json',
      'removals.jsonl',
      'report.json',
    ]);
    expect(readdirSync(join(path, 'artifacts'))).toEqual([]);
    expect(readLines(path)).toHaveLength(readLines(join(whole.out, whole.name)).length);
    expect(await typeCommand(room, ['verify', 'moved'])).toMatchObject({ code: 0 });
  });

  it('can be undone until its deadline: every byte is as it was, and both steps stand in the ledger', async () => {
    const path = given('undone');
    await retain('undone', '--restricted-store', 'held-2');
    expect(await retain('undone', '--undo', '--restricted-store', 'held-2')).toMatchObject({ code: 0 });
    expect(withoutLedger(path)).toEqual(readTree(join(whole.out, whole.name)));
    expect(standingOf(path)).toEqual(['sealed', [], false]);
    expect(verify(path, whole.head).removals!.entries.map(({ kind }) => kind)).toEqual(['retention', 'restoration']);
    expect(readLines(join(room, 'held-2'), 'access.jsonl')).toHaveLength(1);
    expect(await typeCommand(room, ['score', 'undone'])).toMatchObject({ code: 0 });
    expect(await retain('undone', '--restricted-store', 'held-2')).toMatchObject({ code: 0 });
    expect(standingOf(path)).toEqual(['reduced', [], false]);
  });

  it('cannot be undone afterwards; held content is deleted when its time is over, not before', () => {
    const path = given('over');
    const said: string[] = [];
    const act = (action: 'move' | 'undo' | 'expire', now: string) =>
      retainRuns(
        {
          ...{ runs: [path], action, reason: 'r', store: 'held-3', irreversible: false, policy: undefined },
          ...{ approved_by: undefined, by: 'ann', dry_run: false, json: false, now: new Date(now) },
        },
        {
          log: (line) => said.push(line),
          error: () => {},
          signal: AbortSignal.abort(),
          terminal: { columns: 80, colour: false },
        },
        room,
      );
    expect(act('move', '2026-01-01T00:00:00.000Z')).toBe(0);
    const held = readdirSync(join(room, 'held-3'), { recursive: true, encoding: 'utf8' });
    expect(held.some((name) => name.endsWith('held-0/events.jsonl'))).toBe(true);
    act('expire', '2026-01-30T00:00:00.000Z');
    expect(said.at(-1)).toMatch(/unchanged: it can be undone until 2026-01-31/);
    expect(act('undo', '2026-02-01T00:00:00.000Z')).toBe(3);
    expect(said.at(-1)).toMatch(/refused: the move could be undone until 2026-01-31/);
    expect(act('expire', '2026-02-01T00:00:00.000Z')).toBe(0);
    expect(readdirSync(join(room, 'held-3'), { recursive: true, encoding: 'utf8' }).join()).not.toContain('held-0');
    expect(verify(path, whole.head).removals!.entries.map(({ kind }) => kind)).toEqual(['retention', 'expiry']);
    expect(act('expire', '2026-02-02T00:00:00.000Z')).toBe(0);
  });

  it('keeps a text that was erased before erased, also when the move is undone', async () => {
    const path = given('both');
    writeFileSync(join(room, 'secret.txt'), SECRET);
    await typeCommand(room, ['records', 'erase', 'both', '--secret-file', 'secret.txt', '--reason', 'leak']);
    const before = withoutLedger(path);
    await retain('both', '--restricted-store', 'held-4');
    expect(standingOf(path)).toEqual(['reduced', [], false]);
    expect(
      await typeCommand(room, ['records', 'erase', 'both', '--secret-file', 'secret.txt', '--reason', 'leak']),
    ).toMatchObject({
      code: 3,
      log: expect.stringContaining('undo the move first'),
    });
    await retain('both', '--undo', '--restricted-store', 'held-4');
    expect(withoutLedger(path)).toEqual(before);
    expect(standingOf(path)).toEqual(['reduced', [], false]);
  });

  it('puts nothing back from a store that was changed', async () => {
    const path = given('forged');
    await retain('forged', '--restricted-store', 'held-5');
    const [attempt] = readdirSync(join(room, 'held-5'));
    const held = join(room, 'held-5', attempt!, 'held-0');
    const lines = readLines(held);
    const at = lines.findIndex((line) => line.includes('"type":"acceptance_check"'));
    writeLines(
      held,
      lines.map((line, i) => (i === at ? line.replace('"exit_code":0', '"exit_code":1') : line)),
    );
    const before = readTree(path);
    expect(await retain('forged', '--undo', '--restricted-store', 'held-5')).toMatchObject({
      code: 3,
      log: expect.stringContaining(`held event ${at} is not what was removed`),
    });
    expect(readTree(path)).toEqual(before);
  });
});

describe('an interruption at any point loses nothing and leaves nothing half removed', () => {
  const draft = (path: string): Parameters<typeof appendRemoval>[1] => {
    const { events, head } = verify(path, whole.head);
    const gone = events.filter(({ type }) => type !== 'run_started' && type !== 'sealed');
    const files = verifyFiles(path);
    return {
      kind: 'retention',
      ...{ at: new Date().toISOString(), by: 'ann', reason: 'r', approval: null, head, reversible_until: null },
      removed: { events: gone.map(({ seq, hash }) => ({ seq, hash })), files },
    };
  };
  const verifyFiles = (path: string) => {
    const { removed } = planOf(path);
    return removed.files;
  };
  const planOf = (path: string) => {
    const copy = `${path}-plan`;
    cpSync(path, copy, { recursive: true });
    retainRuns(
      {
        ...{ runs: [copy], action: 'move', reason: 'r', store: undefined, irreversible: true, policy: undefined },
        ...{ approved_by: undefined, by: 'ann', dry_run: false, json: false },
      },
      { log: () => {}, error: () => {}, signal: AbortSignal.abort(), terminal: { columns: 80, colour: false } },
      room,
    );
    const entry = verify(copy, whole.head).removals!.entries[0] as Extract<Removal, { kind: 'retention' }>;
    rmSync(copy, { recursive: true });
    return entry;
  };

  it('after the entry, and after each file that goes: verify accepts it, and --resume finishes it', async () => {
    const done = given('done');
    appendRemoval(done, draft(done));
    applyRemovals(done);
    const target = readTree(done);
    const gone = Object.keys(readTree(join(whole.out, whole.name))).filter((file) => !(file in target));
    expect(gone.length).toBeGreaterThan(2);
    for (let step = 0; step <= gone.length + 1; step++) {
      const path = given(`cut-${step}`);
      writeFileSync(join(path, 'removals.jsonl'), target['removals.jsonl']!, 'latin1');
      for (const file of gone.slice(0, step)) rmSync(join(path, file));
      if (step > gone.length) writeFileSync(join(path, 'events.jsonl'), target['events.jsonl']!, 'latin1');
      expect(standingOf(path)).toEqual(['reduced', [], step <= gone.length]);
      expect(await typeCommand(room, ['records', 'retain', `cut-${step}`, '--resume'])).toMatchObject({ code: 0 });
      expect(readTree(path)).toEqual(target);
    }
  });

  it('while it is undone: what is back is accepted, and undoing again finishes it', async () => {
    const path = given('half');
    await retain('half', '--restricted-store', 'held-6');
    const [attempt] = readdirSync(join(room, 'held-6')).filter((name) => name !== 'access.jsonl');
    const held = join(room, 'held-6', attempt!, 'held-0');
    cpSync(join(held, 'events.jsonl'), join(path, 'events.jsonl'));
    expect(standingOf(path)).toEqual(['reduced', [], true]);
    cpSync(join(held, 'patch.diff'), join(path, 'patch.diff'));
    expect(standingOf(path)).toEqual(['reduced', [], true]);
    expect(await retain('half', '--undo', '--restricted-store', 'held-6')).toMatchObject({ code: 0 });
    expect(withoutLedger(path)).toEqual(readTree(join(whole.out, whole.name)));
  });

  it('before the entry: the record is whole, and what was held meanwhile is held anew', async () => {
    const path = given('early');
    await retain('early', '--restricted-store', 'held-7');
    const fresh = given('early');
    expect(standingOf(path)).toEqual(['sealed', [], undefined]);
    expect(await retain('early', '--restricted-store', 'held-7')).toMatchObject({ code: 0 });
    expect(existsSync(join(fresh, 'patch.diff'))).toBe(false);
  });
});

describe('approval where it is configured', () => {
  const policy = (text: string) => writeFileSync(join(room, 'rules.yml'), text);
  it.each([
    [[], 'the retention policy asks for an approval'],
    [['--approved-by', 'eve'], 'eve is not among those who may approve'],
  ])('%j', async (argv, error) => {
    policy('schema: 1\napprovers: [bo, cy]\nreversible_days: 7\n');
    given('asked');
    expect(await retain('asked', '--irreversible', '--policy', 'rules.yml', ...argv)).toMatchObject({
      code: 2,
      error: expect.stringContaining(error),
    });
  });

  it('stands in the ledger with the digest of the policy', async () => {
    policy('schema: 1\napprovers: [bo, cy]\n');
    const path = given('approved');
    await retain('approved', '--irreversible', '--policy', 'rules.yml', '--approved-by', 'bo');
    expect(verify(path, whole.head).removals!.entries[0]).toMatchObject({
      approval: { by: 'bo', policy_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      reversible_until: null,
    });
    expect((await typeCommand(room, ['verify', 'approved'])).log).toContain('approved by bo: 90 days are over');
  });

  it('a policy with a fault, or a move without a place, is a mistake', async () => {
    policy('schema: 1\napprover: [bo]\n');
    given('asked');
    expect(await retain('asked', '--irreversible', '--policy', 'rules.yml')).toMatchObject({
      code: 2,
      error: expect.stringMatching(/rules\.yml:2:1 .*approver/),
    });
    expect(await retain('asked')).toMatchObject({ code: 2, error: expect.stringContaining('--irreversible') });
    expect(await typeCommand(room, ['records', 'retain', 'asked'])).toMatchObject({ code: 2 });
    expect(await retain('asked', '--dry-run', '--irreversible')).toMatchObject({
      code: 0,
      log: expect.stringMatching(/planned: \d+ events and \d+ files/),
    });
  });
});
