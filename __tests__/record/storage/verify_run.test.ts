import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Event } from '../../../src/record/events/event.js';
import { computeDigest, toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { ALL } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { copyOf, givenRecord, makeRecord } from '../given_record.js';

afterAll(cleanUp);

const whole = givenRecord();
const files = readdirSync(whole.path, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'artifacts');
const contents = files.map((name) => [name, readFileSync(join(whole.path, name))] as const);
const lines = readFileSync(join(whole.path, 'events.jsonl'), 'utf8').trimEnd().split('\n');
const text = (path: string, file = 'events.jsonl') => readFileSync(join(path, file), 'utf8');

/** Rewrites the events with correct numbers, times and hashes, as a forger who knows the hash chain does. */
function rewrite(path: string, change: (events: Event[]) => Event[]): void {
  let prev = '0'.repeat(64);
  const events = change(lines.map((line) => JSON.parse(line) as Event)).map((event, seq) => {
    const { hash: _, ...body } = { ...event, seq, t: (seq + 1) * 1000, prev };
    prev = computeDigest(body);
    return { ...body, hash: prev };
  });
  writeFileSync(join(path, 'events.jsonl'), events.map((event) => `${toCanonicalJson(event)}\n`).join(''));
}

/** Adapts report.json to a rewritten log. */
function reseal(path: string): void {
  const { head: _, ...body } = JSON.parse(text(path, 'report.json')) as Record<string, unknown>;
  rewrite(path, () => {
    const events = text(path)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Event);
    const last = events.at(-1)!;
    if (last.type === 'sealed')
      last.payload = { events: events.length, report_sha256: computeDigest({ ...body, events: events.length }) };
    return events;
  });
  const events = text(path).trimEnd().split('\n');
  const head = (JSON.parse(events.at(-1)!) as Event).hash;
  writeFileSync(join(path, 'report.json'), `${JSON.stringify({ ...body, events: events.length, head }, null, 2)}\n`);
}

type Mutation = (path: string) => void;
const line = fc.nat(lines.length - 1);
const overLines =
  (change: (all: string[]) => string[]): Mutation =>
  (path) =>
    writeFileSync(
      join(path, 'events.jsonl'),
      change([...lines])
        .map((l) => `${l}\n`)
        .join(''),
    );

const mutation: fc.Arbitrary<{ what: string; apply: Mutation }> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc
      .record({
        file: fc.constantFrom(...files),
        at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        to: fc.nat(254),
      })
      .map(({ file, at, to }) => ({
        what: `a byte of ${file} at ${at} by ${to}`,
        apply: (path: string) => {
          const bytes = readFileSync(join(path, file));
          const index = Math.floor(at * bytes.length);
          bytes[index] = (bytes[index]! + 1 + to) % 256;
          writeFileSync(join(path, file), bytes);
        },
      })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ file: fc.constantFrom(...files), at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) })
      .map(({ file, at, byte }) => ({
        what: `a byte ${byte} more in ${file} at ${at}`,
        apply: (path: string) => {
          const bytes = readFileSync(join(path, file));
          const index = Math.floor(at * bytes.length);
          writeFileSync(
            join(path, file),
            Buffer.concat([bytes.subarray(0, index), Buffer.from([byte]), bytes.subarray(index)]),
          );
        },
      })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ file: fc.constantFrom(...files), at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }) })
      .map(({ file, at }) => ({
        what: `${file} cut at ${at}`,
        apply: (path: string) => truncateSync(join(path, file), Math.floor(at * readFileSync(join(path, file)).length)),
      })),
  },
  {
    weight: 2,
    arbitrary: line.map((i) => ({
      what: `line ${i} dropped`,
      apply: overLines((all) => all.filter((_, n) => n !== i)),
    })),
  },
  {
    weight: 2,
    arbitrary: line.map((i) => ({ what: `line ${i} twice`, apply: overLines((all) => all.toSpliced(i, 0, all[i]!)) })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(line, line)
      .filter(([a, b]) => a !== b)
      .map(([a, b]) => ({
        what: `lines ${a} and ${b} swapped`,
        apply: overLines((all) => all.with(a, all[b]!).with(b, all[a]!)),
      })),
  },
  {
    arbitrary: fc.string({ minLength: 1 }).map((more) => ({
      what: `${JSON.stringify(more)} appended`,
      apply: (path: string) => appendFileSync(join(path, 'events.jsonl'), more),
    })),
    weight: 1,
  },
  {
    arbitrary: fc
      .constantFrom(...files)
      .map((file) => ({ what: `${file} deleted`, apply: (path: string) => rmSync(join(path, file)) })),
    weight: 2,
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('extra', 'artifacts/extra', '.hidden', 'artifacts/.hidden', 'report.json.1.tmp')
      .map((name) => ({ what: `${name} added`, apply: (path: string) => writeFileSync(join(path, name), 'x') })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...files, 'artifacts').map((name) => ({
      what: `${name} replaced by a link to the same content`,
      apply: (path: string) => {
        const elsewhere = join(path, '..', 'elsewhere');
        renameSync(join(path, name), elsewhere);
        symlinkSync(elsewhere, join(path, name));
      },
    })),
  },
  {
    arbitrary: fc.constantFrom(...files).map((name) => ({
      what: `${name} replaced by a folder`,
      apply: (path: string) => {
        rmSync(join(path, name));
        mkdirSync(join(path, name));
      },
    })),
    weight: 1,
  },
  {
    arbitrary: fc.constantFrom(...lines.slice(1, -1).keys()).map((i) => ({
      what: `log rewritten without line ${i + 1}`,
      apply: (path: string) => rewrite(path, (events) => events.toSpliced(i + 1, 1)),
    })),
    weight: 1,
  },
);

// Holds R16
describe('a record that was changed after it was sealed', () => {
  it('is as it was made before anything is done to it', () => {
    expect(verifyRun(whole.path)).toMatchObject({ standing: 'sealed', faults: [], head: whole.report.head });
    expect(verifyRun(whole.path, whole.report.head).standing).toBe('sealed');
  });

  // Holds R6
  it('never counts as sealed, whatever the change', () => {
    const room = givenRoom();
    const runs = ALL ? 700 : 200;
    const seen = { tampered: 0, unsealed: 0, sealed: 0, 'other-version': 0, reduced: 0 };
    fc.assert(
      fc.property(mutation, ({ what, apply }) => {
        const path = join(room, 'copy');
        rmSync(room, { recursive: true, force: true });
        mkdirSync(join(path, 'artifacts'), { recursive: true });
        for (const [name, content] of contents) writeFileSync(join(path, name), content);
        apply(path);
        const { standing } = verifyRun(path);
        seen[standing]++;
        // Only a record without report.json can look like an interrupted one.
        const couldBeCutOff = what === 'report.json deleted';
        expect([what, standing]).toEqual([what, couldBeCutOff ? 'unsealed' : 'tampered']);
        // With the published head, a changed log never passes.
        if (!couldBeCutOff) expect(verifyRun(path, whole.report.head).standing).toBe('tampered');
      }),
      { numRuns: runs },
    );
    expect(seen.tampered).toBeGreaterThan((6 / 7) * runs);
  });

  it.each<[string, (events: Event[]) => Event[]]>([
    ['an event left out', (events) => events.toSpliced(5, 1)],
    [
      'an event changed',
      (events) =>
        events.map((event) => (event.type === 'note' ? { ...event, payload: { text: 'another end' } } : event)),
    ],
    [
      'an event added',
      (events) => events.toSpliced(2, 0, { ...events.at(-2)!, payload: { text: 'never happened' } } as Event),
    ],
  ])('with its whole tail and its report rewritten, is found out by the published head alone: %s', (_, change) => {
    const path = copyOf(whole.path);
    rewrite(path, change);
    reseal(path);
    expect(verifyRun(path).standing).toBe('sealed');
    const { standing, faults } = verifyRun(path, whole.report.head);
    expect([standing, faults.map(({ what }) => what.replace(/[0-9a-f]{64}/g, 'H'))]).toEqual([
      'tampered',
      ['head is H, published is H: the log was rewritten or cut'],
    ]);
  });

  it('names line and kind of the change', () => {
    const path = copyOf(whole.path);
    writeFileSync(join(path, 'events.jsonl'), text(path).replace('the end', 'THE END'));
    expect(verifyRun(path).faults).toEqual([
      { line: lines.length - 1, what: 'was edited: its hash is not that of its content' },
    ]);
    writeFileSync(join(path, 'briefing.md'), 'x');
    expect(verifyRun(path).faults.at(-1)).toEqual({
      line: null,
      what: 'briefing.md was edited: its digest is not that in the log',
    });
  });

  it.each<[string, string]>([
    ['a lone surrogate', lines[1]!.replace('"harness"', '"\\ud800"')],
    ['ten thousand nested lists', `{"payload":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    [
      'nested lists where anything may stand',
      lines[1]!
        .replace(
          /"payload":.*?\}/,
          `"payload":{"operation":"a","outcome":"b","detail":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
        )
        .replace('stage_changed', 'audit'),
    ],
    ['half a surrogate pair in a text', lines.at(-2)!.replace('the end', '\\ud800')],
    ['null', 'null'],
    ['a number', '1'],
    ['an unknown type', lines[1]!.replace('stage_changed', 'hello')],
    ['a prototype', lines[1]!.replace('{"actor"', '{"__proto__":{},"actor"')],
    ['a key twice', lines[1]!.replace('{"actor"', '{"actor":"harness","actor"')],
    ['spaces', lines[1]!.replace('{"actor":', '{"actor": ')],
    ['a carriage return', `${lines[1]}\r`],
    ['nothing', ''],
  ])('with %s for a line, is tampered and not a crash', (_, bad) => {
    const path = copyOf(whole.path);
    writeFileSync(join(path, 'events.jsonl'), [...lines.slice(0, 1), bad, ...lines.slice(2), ''].join('\n'));
    expect(verifyRun(path).standing).toBe('tampered');
  });

  it.each(['[]', '{}', 'null', '1', '"x"', '', '{"head":1}', '{"verdict":null}', '['.repeat(50_000)])(
    'with %p for a report, is tampered and not a crash',
    (bad) => {
      const path = copyOf(whole.path);
      writeFileSync(join(path, 'report.json'), bad);
      expect(verifyRun(path).standing).toBe('tampered');
    },
  );

  it('is found out when bytes change that read as the same text', () => {
    for (const file of ['events.jsonl', 'report.json']) {
      const path = copyOf(whole.path);
      const bytes = readFileSync(join(path, file));
      const at = bytes.indexOf('\ufffd');
      expect(at).toBeGreaterThan(0);
      writeFileSync(
        join(path, file),
        Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at + 3)]),
      );
      expect([file, verifyRun(path).standing]).toEqual([file, 'tampered']);
    }
  });
});

describe('words of agents', () => {
  it.each([{ artifact: 'f'.repeat(64) }, { text: 'x', data: [{ artifact: '../../../../../proc/kcore' }] }])(
    'name no file of the record, whatever they say: %j',
    (given) => {
      const path = copyOf(whole.path);
      const payload = { tool: 'x', arguments: given, summary: '' };
      rewrite(path, (events) =>
        events.map((event) =>
          event.type === 'note' ? ({ ...event, type: 'tool_invocation', payload } as Event) : event,
        ),
      );
      reseal(path);
      expect(verifyRun(path)).toMatchObject({ standing: 'sealed', faults: [] });
    },
  );
});

describe('a record that was cut off while it was made', () => {
  const stages: string[] = [];
  beforeAll(() => {
    const path = join(givenRoom(), 'run');
    makeRecord(path, (n) => {
      const stage = join(givenRoom(), `step-${n}`);
      cpSync(path, stage, { recursive: true });
      stages.push(stage);
    });
  });

  it('is unsealed after every write but the last', () => {
    expect(stages.map((path) => verifyRun(path).standing)).toEqual([
      ...stages.slice(1).map(() => 'unsealed'),
      'sealed',
    ]);
    expect(stages.map((path) => verifyRun(path).faults)).toEqual(stages.map(() => []));
  });

  it('is unsealed with a torn last line, wherever it is torn', () => {
    const path = copyOf(stages.at(-2)!);
    const log = readFileSync(join(path, 'events.jsonl'));
    const start = log.lastIndexOf('\n', log.length - 2) + 1;
    for (let end = start + 1; end < log.length; end++) {
      writeFileSync(join(path, 'events.jsonl'), log.subarray(0, end));
      expect([end, verifyRun(path).standing]).toEqual([end, 'unsealed']);
    }
  });

  it('is unsealed with the seal in the log and the report half written under its temporary name', () => {
    const path = copyOf(whole.path);
    renameSync(join(path, 'report.json'), join(path, 'report.json.4711.tmp'));
    truncateSync(join(path, 'report.json.4711.tmp'), 10);
    expect(verifyRun(path)).toMatchObject({ standing: 'unsealed', faults: [] });
  });

  it('is unsealed before anything is in it, and when it is not there at all', () => {
    const path = join(givenRoom(), 'empty');
    expect(verifyRun(path)).toEqual({ standing: 'unsealed', faults: [], head: '0'.repeat(64), events: [] });
    mkdirSync(path);
    expect(verifyRun(path).standing).toBe('unsealed');
    expect(existsSync(join(path, 'events.jsonl'))).toBe(false);
  });

  it('is tampered when the head that was published for it is another', () => {
    expect(verifyRun(stages.at(-2)!, whole.report.head).standing).toBe('tampered');
  });
});

describe('a report or manifest that is made to break its reader', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  it.each([
    ['report.json', `{"verdict":{"rubric":"99"},"x":${deep}}`],
    ['report.json', `{"verdict":{"rubric":"3"},"x":${deep}}`],
    ['report.json', '{"verdict":{"rubric":"99"},"x":"\\ud800"}'],
    ['report.json', 'null'],
    ['report.json', '{"verdict":{"rubric":"1"},"__proto__":{"a":1}}'],
    ['manifest.json', `{"harness":{"rubric":"99"},"x":${deep}}`],
    ['manifest.json', `{"harness":{"rubric":"1"},"contract":{"body":${deep}}}`],
    ['manifest.json', 'null'],
  ])('%s is tampered with, whatever stands in it', (file, content) => {
    const path = copyOf(whole.path);
    writeFileSync(join(path, file), content);
    expect(verifyRun(path, whole.report.head, '3').standing).toBe('tampered');
  });
});

describe('a record that another version made', () => {
  interface Told {
    verdict: { rubric: string; rubric_parts?: unknown };
  }
  /** Creates the record of another version, whose manifest and report had fewer fields or another rubric. */
  function ofVersion(change: (report: Told) => void, rubric = '2'): string {
    const path = copyOf(whole.path);
    const report = JSON.parse(text(path, 'report.json')) as Told;
    report.verdict.rubric = rubric;
    change(report);
    writeFileSync(join(path, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
    return path;
  }
  const older = (report: Told) => delete report.verdict.rubric_parts;

  it('is said to be of that version, where its digests hold', () => {
    const path = ofVersion(older);
    reseal(path);
    expect(verifyRun(path, undefined, '3')).toMatchObject({
      standing: 'other-version',
      made_by: 'made by another version (rubric 2; this is 3)',
      faults: [],
    });
  });

  it('is still found out when it was changed', () => {
    expect(verifyRun(ofVersion(older), undefined, '3').standing).toBe('tampered');
    const path = ofVersion(older);
    reseal(path);
    expect(verifyRun(path, whole.report.head, '3').standing).toBe('tampered');
    writeFileSync(join(path, 'briefing.md'), 'another');
    expect(verifyRun(path, undefined, '3').standing).toBe('tampered');
  });

  it('is no excuse for a report about another pull request than the manifest', () => {
    const pair = { number: 11, base_ref: 'release', base_sha: 'b'.repeat(40), head_sha: 'a'.repeat(40) };
    const path = ofVersion((report) => Object.assign(report, { pull_request: pair }), '3');
    reseal(path);
    expect(verifyRun(path).faults.map(({ what }) => what)).toEqual([
      'report.json names another pull request than manifest.json',
    ]);
  });

  it('is no excuse for a report of this version that lacks something', () => {
    const path = ofVersion(older, '3');
    reseal(path);
    expect(verifyRun(path, undefined, '3')).toMatchObject({ standing: 'tampered' });
  });
});
