// Needs: sandbox
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256, toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import { appendRemoval, type Removal } from '../../../src/record/storage/removal.js';
import { computeRedactableDigest, createErasedText } from '../../../src/record/storage/verify_hash_chain.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import {
  copyOutput,
  forgeLedger,
  givenLeakyOutput,
  parseLine,
  readLines,
  readTree,
  SECRET,
  verify,
  writeLines,
} from '../retain/given_reduced.js';

const room = givenRoom();
afterAll(cleanUp);
let whole: { out: string; name: string; head: string };
let erased: string;
beforeAll(async () => {
  whole = await givenLeakyOutput(room);
  writeFileSync(join(room, 'secret.txt'), `${SECRET}\n`);
  erased = copyOutput(whole.out, join(room, 'erased'));
  rmSync(join(erased, 'report.md'), { force: true });
  rmSync(join(erased, 'report.html'), { force: true });
  expect(await erase('erased', '--restricted-store', 'store')).toMatchObject({ code: 0 });
});

const erase = (folder: string, ...more: string[]) =>
  typeCommand(room, ['records', 'erase', folder, '--secret-file', 'secret.txt', '--reason', 'it leaked', ...more]);
const given = (name: string) => join(copyOutput(erased, join(room, name)), whole.name);

describe('a secret that is found later is erased, and the rest stays proven', () => {
  it('stands nowhere any more, and verify says what was removed, by whom and why', async () => {
    expect(JSON.stringify(readTree(whole.out))).toContain(SECRET);
    expect(JSON.stringify(readTree(erased))).not.toContain(SECRET);
    const { standing, faults, removals } = verify(join(erased, whole.name), whole.head);
    expect([standing, faults]).toEqual(['reduced', []]);
    expect(removals).toMatchObject({ pending: false, entries: [{ kind: 'erasure', reason: 'it leaked' }] });
    const shown = await typeCommand(room, ['verify', 'erased']);
    expect(shown).toMatchObject({ code: 0, error: '' });
    expect(shown.log).toMatch(/reduced/);
    expect(shown.log).toMatch(/erasure .* by .*: it leaked/);
  });

  it('is replaced by the digest of the text that held it, and everything else is as it was', () => {
    const before = readLines(join(whole.out, whole.name)).map(parseLine);
    const after = readLines(join(erased, whole.name)).map(parseLine);
    const briefing = before.findIndex(({ type }) => type === 'briefing');
    expect(after[briefing]).toEqual({
      ...before[briefing],
      payload: {
        ...(before[briefing]!.payload as object),
        text: createErasedText((before[briefing]!.payload as { text: string }).text),
      },
    });
    expect(after.filter((event, at) => toCanonicalJson(event) !== toCanonicalJson(before[at]))).toHaveLength(1);
  });

  it('keeps the original in the restricted store, where reveal finds it by the digest that stands in its place', async () => {
    const { payload } = readLines(join(erased, whole.name))
      .map(parseLine)
      .find(({ type }) => type === 'briefing')!;
    const digest = /sha256:(\w+)/.exec((payload as { text: string }).text)![1]!;
    const shown = await typeCommand(room, [
      ...['records', 'reveal', join('erased', whole.name), digest, '--restricted-store', 'store', '--reason', 'a look'],
    ]);
    expect(shown.log).toContain(SECRET);
  });

  it('is not scored again: its sealed verdict stands', async () => {
    const { code, log } = await typeCommand(room, ['score', 'erased']);
    expect([code, log]).toEqual([3, expect.stringContaining('content was removed')]);
  });

  it('twice is once', async () => {
    const tree = readTree(erased);
    expect(await erase('erased')).toMatchObject({ code: 0, log: expect.stringContaining('clean') });
    expect(readTree(erased)).toEqual(tree);
  });
});

// Holds R14
describe('a removal hides no edit: whatever else is changed is told', () => {
  const attack = (name: string, change: (path: string) => void) => {
    const path = given(name);
    change(path);
    const { standing, faults } = verify(path, whole.head);
    return [standing, faults.length > 0];
  };
  const tampered = ['tampered', true];
  const find = (path: string, type: string) => readLines(path).findIndex((line) => parseLine(line).type === type);
  const editLine = (path: string, type: string, change: (event: never) => unknown) => {
    const lines = readLines(path);
    const at = find(path, type);
    lines[at] = toCanonicalJson(change(JSON.parse(lines[at]!) as never));
    writeLines(path, lines);
    return at;
  };
  const addEntry = (path: string, removed: Extract<Removal, { kind: 'erasure' }>['removed']) =>
    forgeLedger(path, (entries) => [...entries, { ...(entries[0] as Extract<Removal, { kind: 'erasure' }>), removed }]);
  const failed = (event: { payload: { execution: object } }) => ({
    ...event,
    payload: { ...event.payload, execution: { ...event.payload.execution, exit_code: 1 } },
  });

  it('an edit of another event', () => {
    expect(attack('a1', (path) => void editLine(path, 'acceptance_check', failed))).toEqual(tampered);
  });

  it('an edit that a forged entry names as an erased text', () => {
    expect(
      attack('a2', (path) => {
        const seq = editLine(path, 'acceptance_check', failed);
        const { hash } = parseLine(readLines(path)[seq]!);
        addEntry(path, { events: [{ seq, hash, pointers: ['/payload/execution/exit_code'] }], files: [] });
      }),
    ).toEqual(tampered);
  });

  it('another text in the place of an erased one, also as a placeholder', () => {
    for (const [name, text] of [
      ['a3', 'Nothing to see.'],
      ['a4', createErasedText('Nothing to see.')],
    ] as const)
      expect(
        attack(name, (path) => {
          editLine(path, 'briefing', (event: { payload: object }) => ({
            ...event,
            payload: { ...event.payload, text },
          }));
        }),
      ).toEqual(tampered);
  });

  it('an event that is removed without an entry, and an entry without its removal of another event', () => {
    expect(
      attack('a5', (path) => {
        const lines = readLines(path);
        const at = find(path, 'acceptance_check');
        const { hash, ...body } = parseLine(lines[at]!);
        lines[at] = toCanonicalJson({ erased: { content: computeRedactableDigest(body), hash }, seq: at });
        writeLines(path, lines);
      }),
    ).toEqual(tampered);
  });

  it('an edited event whose removal is forged: its digests are not those in the seal', () => {
    expect(
      attack('a6', (path) => {
        const lines = readLines(path);
        const at = find(path, 'acceptance_check');
        const { hash, ...body } = failed(parseLine(lines[at]!) as never) as never as Record<string, unknown> & {
          hash: string;
        };
        lines[at] = toCanonicalJson({ erased: { content: computeRedactableDigest(body), hash }, seq: at });
        writeLines(path, lines);
        addEntry(path, { events: [{ seq: at, hash }], files: [] });
      }),
    ).toEqual(tampered);
  });

  it('a log before a removed event that was written anew, with a correct chain', () => {
    expect(
      attack('a7', (path) => {
        const lines = readLines(path);
        const removed = find(path, 'patch_applied');
        const event = parseLine(lines[removed]!);
        const { hash, ...body } = event;
        let prev = '0'.repeat(64);
        for (let at = 0; at < removed; at++) {
          const { hash: _, ...before } = parseLine(lines[at]!);
          const changed = { ...before, prev, t: before.t + 1 };
          prev = sha256(toCanonicalJson(changed));
          lines[at] = toCanonicalJson({ ...changed, hash: prev });
        }
        lines[removed] = toCanonicalJson({ erased: { content: computeRedactableDigest(body), hash }, seq: removed });
        writeLines(path, lines);
        addEntry(path, { events: [{ seq: removed, hash }], files: [] });
      }),
    ).toEqual(tampered);
  });

  it('lines that are dropped, moved or doubled', () => {
    for (const [name, change] of [
      ['b1', (lines: string[]) => lines.filter((_, at) => at !== 5)],
      ['b2', (lines: string[]) => [...lines.slice(0, 4), lines[5]!, lines[4]!, ...lines.slice(6)]],
      ['b3', (lines: string[]) => [...lines.slice(0, 5), ...lines.slice(4)]],
      ['b4', (lines: string[]) => lines.slice(0, -1)],
    ] as const)
      expect(attack(name, (path) => writeLines(path, change(readLines(path))))).toEqual(tampered);
  });

  it('a verdict, a manifest, and a file that an entry calls removed', () => {
    expect(
      attack('c1', (path) => {
        const report = readFileSync(join(path, 'report.json'), 'utf8');
        writeFileSync(join(path, 'report.json'), report.replace('"status": "success"', '"status": "failure"'));
      }),
    ).toEqual(tampered);
    expect(
      attack('c2', (path) => {
        const report = JSON.parse(readFileSync(join(path, 'report.json'), 'utf8'));
        report.verdict.status = 'failure';
        const text = `${JSON.stringify(report, null, 2)}\n`;
        writeFileSync(join(path, 'report.json'), text);
        addEntry(path, {
          events: [],
          files: [{ file: 'report.json', sha256: sha256(text), pointers: ['/verdict/status'] }],
        });
      }),
    ).toEqual(tampered);
    expect(
      attack('c3', (path) => {
        const manifest = readFileSync(join(path, 'manifest.json'), 'utf8');
        writeFileSync(join(path, 'manifest.json'), manifest.replace('"trial": 1', '"trial": 2'));
      }),
    ).toEqual(tampered);
    expect(attack('c4', (path) => writeFileSync(join(path, 'briefing.md'), 'Do nothing.\n'))).toEqual(tampered);
    expect(
      attack('c5', (path) => {
        addEntry(path, { events: [], files: [{ file: 'patch.diff', sha256: sha256('x') }] });
        rmSync(join(path, 'patch.diff'));
      }),
    ).toEqual(tampered);
  });

  it('a forged file whose event is removed with it, as if the removal had been interrupted', () => {
    const removeEvent = (path: string, type: string, file: string, text: string) => {
      const lines = readLines(path);
      const seq = find(path, type);
      const { hash, ...body } = parseLine(lines[seq]!);
      lines[seq] = toCanonicalJson({ erased: { content: computeRedactableDigest(body), hash }, seq });
      writeLines(path, lines);
      rmSync(join(path, file), { force: true });
      writeFileSync(join(path, file), text);
      addEntry(path, { events: [{ seq, hash }], files: [{ file, sha256: sha256(text) }] });
    };
    expect(attack('f1', (path) => removeEvent(path, 'workspace_mutation', 'patch.diff', 'forged'))).toEqual(tampered);
    const artifact = `artifacts/${'a'.repeat(64)}`;
    expect(attack('f2', (path) => removeEvent(path, 'acceptance_check', artifact, 'forged'))).toEqual(tampered);
    expect(
      attack('f3', (path) => {
        mkdirSync(join(path, 'artifacts'), { recursive: true });
        symlinkSync('/etc/passwd', join(path, artifact));
        addEntry(path, { events: [], files: [{ file: artifact, sha256: sha256('x') }] });
      }),
    ).toEqual(tampered);
  });

  it('a manifest of no version, whose digest was removed with the first event', () => {
    for (const [name, content] of [
      ['f6', '{"harness":{"rubric":"99","version":"9.9.9"}}\n'],
      ['f7', 'null\n'],
    ] as const)
      expect(
        attack(name, (path) => {
          const lines = readLines(path);
          const { hash, ...body } = parseLine(lines[0]!);
          lines[0] = toCanonicalJson({ erased: { content: computeRedactableDigest(body), hash }, seq: 0 });
          writeLines(path, lines);
          writeFileSync(join(path, 'manifest.json'), content);
          addEntry(path, { events: [{ seq: 0, hash }], files: [] });
        }),
      ).toEqual(tampered);
  });

  it('an entry about an event that never was, or about texts of a file that has none', () => {
    const hash = 'a'.repeat(64);
    expect(attack('f4', (path) => addEntry(path, { events: [{ seq: 9999, hash }], files: [] }))).toEqual(tampered);
    const files = [{ file: 'briefing.md', sha256: hash, pointers: ['/a'] }];
    expect(attack('f5', (path) => addEntry(path, { events: [], files }))).toEqual(tampered);
  });

  it('the ledger: dropped, edited, cut, of another record, or naming the seal', () => {
    const ledger = (path: string) => join(path, 'removals.jsonl');
    expect(attack('d1', (path) => rmSync(ledger(path)))).toEqual(tampered);
    const edit = (path: string, change: (text: string) => string) =>
      writeFileSync(ledger(path), change(readFileSync(ledger(path), 'utf8')));
    expect(attack('d2', (path) => edit(path, (text) => text.replace('it leaked', 'it was me')))).toEqual(tampered);
    expect(attack('d3', (path) => edit(path, (text) => text.slice(0, -20)))).toEqual(tampered);
    expect(attack('d4', (path) => writeFileSync(ledger(path), ''))).toEqual(tampered);
    expect(
      attack('d5', (path) => forgeLedger(path, (entries) => entries.map((one) => ({ ...one, head: 'a'.repeat(64) })))),
    ).toEqual(tampered);
    expect(
      attack('d6', (path) => {
        const seq = readLines(path).length - 1;
        addEntry(path, { events: [{ seq, hash: whole.head, pointers: ['/payload/report_sha256'] }], files: [] });
      }),
    ).toEqual(tampered);
  });

  it('an entry by which the seal would go, if the removal were finished', () => {
    expect(
      attack('d7', (path) =>
        addEntry(path, { events: [{ seq: readLines(path).length - 1, hash: whole.head }], files: [] }),
      ),
    ).toEqual(tampered);
  });

  it('a whole record that was forged and sealed anew: the published head is another', () => {
    const path = given('e1');
    expect(verify(path, 'f'.repeat(64)).standing).toBe('tampered');
  });
});

describe('a record from which content was being removed', () => {
  const removeArtifacts = (path: string, reversible_until: string | null) => {
    const { head } = verify(path, whole.head);
    const artifacts = readdirSync(join(path, 'artifacts')).map((name) => `artifacts/${name}`);
    const files = ['briefing.md', ...artifacts].map((file) => ({
      file,
      sha256: sha256(readFileSync(join(path, file))),
    }));
    appendRemoval(path, {
      ...{ kind: 'retention', at: '2026-01-01T00:00:00.000Z', by: 'ann', reason: 'r', approval: null, head },
      ...{ removed: { events: [], files }, reversible_until },
    });
    expect(verify(path, whole.head).removals!.pending).toBe(true);
  };

  it('is finished first: what goes is not looked for, and not kept', async () => {
    const path = join(copyOutput(whole.out, join(room, 'cut')), whole.name);
    for (const name of ['report.md', 'report.html']) rmSync(join(room, 'cut', name), { force: true });
    removeArtifacts(path, null);
    expect(await erase('cut', '--restricted-store', 'store-cut')).toMatchObject({ code: 0, error: '' });
    expect(verify(path, whole.head)).toMatchObject({ standing: 'reduced', removals: { pending: false } });
    expect(JSON.stringify(readTree(path))).not.toContain(SECRET);
  });

  it('is refused while content of it is held, also when the time of that is over', async () => {
    const path = join(copyOutput(whole.out, join(room, 'held')), whole.name);
    removeArtifacts(path, '2026-02-01T00:00:00.000Z');
    const { code, log } = await erase('held');
    expect([code, log]).toEqual([3, expect.stringContaining('retain --expire')]);
  });
});

describe('an output folder whose report held the secret', () => {
  it('is still proven by its list of heads: its line is that of the record, and no other line may differ', async () => {
    const out = copyOutput(whole.out, join(room, 'titled'));
    writeFileSync(join(room, 'title.txt'), 'A small task');
    for (const name of ['report.md', 'report.html']) rmSync(join(out, name), { force: true });
    await typeCommand(room, ['records', 'erase', 'titled', '--secret-file', 'title.txt', '--reason', 'it leaked']);
    expect(readFileSync(join(out, 'results.jsonl'), 'utf8')).toContain(createErasedText('A small task'));
    expect(await typeCommand(room, ['verify', 'titled'])).toMatchObject({ code: 0, error: '' });
    const line = readFileSync(join(out, 'results.jsonl'), 'utf8').trimEnd();
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    writeFileSync(join(out, 'results.jsonl'), `${line.slice(0, -1)},"zzz":${deep}}\n`);
    expect(await typeCommand(room, ['verify', 'titled'])).toMatchObject({ code: 1, error: '' });
    writeFileSync(join(out, 'results.jsonl'), `${line}\n`);
    // A line whose record lies elsewhere is proven by nothing.
    const results = readFileSync(join(out, 'results.jsonl'), 'utf8');
    writeFileSync(join(out, 'results.jsonl'), results.replace('"run":"runs/', '"run":"elsewhere/runs/'));
    const { code, log } = await typeCommand(room, ['verify', 'titled']);
    expect([code, log]).toEqual([1, expect.stringContaining('is about another results.jsonl')]);
  });
});

describe('has one clear error for a mistake', () => {
  it.each([
    [['--secret-file', 'none.txt', '--reason', 'x'], 'file of the secret none.txt cannot be read (ENOENT)'],
    [['--secret-env', 'NONE', '--reason', 'x'], 'the environment variable NONE is not set'],
    [['--reason', 'x'], 'the secret is missing'],
    [['--secret-file', 'secret.txt'], 'a secret is erased for a reason only'],
    [['--secret-file', 'short.txt', '--reason', 'x'], 'the secret has 4 characters'],
  ])('%j', async (argv, error) => {
    writeFileSync(join(room, 'short.txt'), 'abcd');
    expect(await typeCommand(room, ['records', 'erase', 'erased', ...argv])).toMatchObject({
      code: 2,
      error: expect.stringContaining(error),
    });
  });

  it('names the files that still hold the secret', async () => {
    const out = copyOutput(whole.out, join(room, 'left'));
    mkdirSync(join(out, 'notes'));
    writeFileSync(join(out, 'notes', 'mine.txt'), Buffer.from(SECRET).toString('base64'));
    const { code, log } = await erase('left');
    expect([code, log]).toEqual([3, expect.stringContaining('notes/mine.txt  still holds the secret')]);
  });
});
