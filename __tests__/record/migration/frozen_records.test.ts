import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUBRIC_VERSION, scoreAttempt } from '../../../src/judge/rubric/score_attempt.js';
import { sha256, toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import { manifestSchema } from '../../../src/record/manifest/manifest.js';
import { migrateManifest } from '../../../src/record/migration/migrate_manifest.js';
import { migrateReport } from '../../../src/record/migration/migrate_report.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';

/** Records that each version of the rubric wrote, as it wrote them (see the README beside them). */
const FROZEN = join(import.meta.dirname, '..', '..', 'fixtures', 'records');
const room = givenRoom();
afterAll(cleanUp);

const versions = readdirSync(FROZEN)
  .filter((name) => name.startsWith('rubric-'))
  .map((name) => name.slice('rubric-'.length))
  .sort((a, b) => Number(a) - Number(b));
const listRecords = (version: string) =>
  readFileSync(join(FROZEN, `rubric-${version}`, 'results.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(
      (line) => JSON.parse(line) as { run: string; head: string; agent: { kind: string }; verdict: { status: string } },
    )
    .map((result) => ({ ...result, path: join(FROZEN, `rubric-${version}`, result.run) }));

it('there is a record of every version of the rubric up to this one', () => {
  expect(versions).toEqual(Array.from({ length: Number(RUBRIC_VERSION) }, (_, at) => String(at + 1)));
});

describe.each(versions)('records of rubric %s', (version) => {
  // Holds R16
  it('are verified, migrated on read, and keep the verdict that they were sealed with', () => {
    for (const { path, head, agent, verdict } of listRecords(version)) {
      const { standing, faults, manifest, report, events } = verifyRun(path, head, RUBRIC_VERSION);
      expect([standing, faults]).toEqual(['sealed', []]);
      expect(manifest!.harness.rubric).toBe(version);
      expect(report!.verdict).toMatchObject({
        rubric: version,
        status: agent.kind === 'golden' ? 'success' : 'failure',
      });
      expect(report!.verdict.status).toBe(verdict.status);
      expect(events.length).toBeGreaterThan(10);
    }
  });

  it('can be judged again by this rubric, with the same gates', () => {
    for (const { path, head } of listRecords(version)) {
      const { manifest, events, report } = verifyRun(path, head, RUBRIC_VERSION);
      const judged = scoreAttempt({ manifest: manifest!, events: events.filter(({ type }) => type !== 'sealed') });
      expect(judged.gate_vector).toBe(report!.verdict.gate_vector);
      // Rubric 1 did not record what a patch holds: a success is not decided without it today.
      const undecided = version === '1' && report!.verdict.status === 'success';
      expect([judged.status, judged.reason]).toEqual(
        undecided
          ? ['invalid', 'incomplete-evidence: what the patch holds was not recorded']
          : [report!.verdict.status, report!.verdict.reason],
      );
    }
  });

  it('are read by verify, score and report, and nothing of them changes', async () => {
    const folder = `read-${version}`;
    cpSync(join(FROZEN, `rubric-${version}`), join(room, folder), { recursive: true });
    const before = readTreeDigest(join(room, folder));
    expect(await typeCommand(room, ['verify', folder])).toMatchObject({ code: 0, error: '' });
    const score = await typeCommand(room, ['score', folder]);
    expect(score.code).toBe(version === '1' ? 3 : 0);
    expect(score.log).toContain(
      version === RUBRIC_VERSION ? 'same as sealed' : `same gates as sealed by rubric ${version}; this is rubric`,
    );
    expect(await typeCommand(room, ['report', folder, '--out', `report-${version}`])).toMatchObject({ code: 0 });
    expect(readTreeDigest(join(room, folder))).toBe(before);
    expect(existsSync(join(room, `report-${version}`, 'report.md'))).toBe(true);
  });

  it('are told when they were changed, and not before', () => {
    const [{ path, head }] = listRecords(version) as [ReturnType<typeof listRecords>[number]];
    const copy = join(room, `changed-${version}`);
    for (const file of ['manifest.json', 'report.json', 'events.jsonl']) {
      rmSync(copy, { recursive: true, force: true });
      cpSync(path, copy, { recursive: true });
      const text = readFileSync(join(copy, file), 'utf8');
      writeFileSync(
        join(copy, file),
        text.replace(/("?exit_code"?: ?)?\b0\b/, (all) => all.replace('0', '7')),
      );
      expect(verifyRun(copy, head, RUBRIC_VERSION).standing).toBe('tampered');
    }
  });
});

const readTreeDigest = (folder: string): string =>
  sha256(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => `${file} ${sha256(readFileSync(file))}`)
      .join('\n'),
  );

describe('migration', () => {
  const [newest] = listRecords(RUBRIC_VERSION) as [ReturnType<typeof listRecords>[number]];
  const read = (file: string): Record<string, never> => JSON.parse(readFileSync(join(newest.path, file), 'utf8'));

  it('leaves records of this version as they are, so that a field that was taken out is a fault', () => {
    const { model: _, ...manifest } = read('manifest.json') as Record<string, unknown>;
    expect(migrateManifest(manifest)).toBe(manifest);
    expect(manifestSchema.safeParse(migrateManifest(manifest)).success).toBe(false);
    const report = read('report.json');
    expect(migrateReport(report)).toBe(report);
  });

  it('makes nothing of what is no record', () => {
    for (const value of [
      null,
      1,
      'x',
      [],
      {},
      { harness: 1 },
      { harness: { rubric: 'x' } },
      { verdict: { rubric: '-1' } },
    ]) {
      expect(migrateManifest(value)).toBe(value);
      expect(migrateReport(value)).toBe(value);
    }
    expect(() => migrateReport({ verdict: { rubric: '1' }, cost: 3, contract: null, agent: [] })).not.toThrow();
    expect(() => migrateManifest({ harness: { rubric: '1' }, contract: { body: { schema: 9 } } })).not.toThrow();
  });

  it('keeps every field that a record has', () => {
    for (const version of versions)
      for (const { path } of listRecords(version)) {
        const report = JSON.parse(readFileSync(join(path, 'report.json'), 'utf8'));
        const manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'));
        expect(migrateReport(report)).toMatchObject(report);
        expect(migrateManifest(manifest)).toMatchObject(manifest);
      }
  });
});

describe('another version is never called tampered', () => {
  it('a record of a version to come: with an unknown event, field or form of the manifest', () => {
    const [{ path }] = listRecords(RUBRIC_VERSION) as [ReturnType<typeof listRecords>[number]];
    const copy = join(room, 'future');
    cpSync(path, copy, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'));
    manifest.harness.rubric = '99';
    manifest.hologram = true;
    const manifest_text = `${JSON.stringify(manifest, null, 2)}\n`;
    writeFileSync(join(copy, 'manifest.json'), manifest_text);
    const report = JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8'));
    report.verdict.rubric = '99';
    report.hologram = true;
    rewriteRecord(copy, manifest_text, report);
    const found = verifyRun(copy, undefined, RUBRIC_VERSION);
    expect([found.standing, found.faults, found.made_by]).toEqual([
      'other-version',
      [],
      `made by another version (rubric 99; this is ${RUBRIC_VERSION})`,
    ]);
    const lines = readFileSync(join(copy, 'events.jsonl'), 'utf8');
    writeFileSync(join(copy, 'events.jsonl'), lines.replace('"hologram":true', '"hologram":null'));
    expect(verifyRun(copy, undefined, RUBRIC_VERSION).standing).toBe('tampered');
  });
});

/** Writes a record anew as another version would: with an event of a type and a field that are not known here. */
function rewriteRecord(path: string, manifest: string, report: Record<string, unknown>): void {
  let prev = '0'.repeat(64);
  const { head: _, ...body } = report;
  const lines = readFileSync(join(path, 'events.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  lines[0].payload.manifest_sha256 = sha256(manifest);
  lines.at(-1).payload = {
    report_sha256: sha256(toCanonicalJson({ ...body, events: lines.length + 1 })),
    events: lines.length + 1,
    hologram: true,
  };
  lines.splice(3, 0, { ...lines[2], type: 'dream', payload: { hologram: true } });
  const written = lines.map((event, seq) => {
    const { hash: _hash, ...rest } = { ...event, seq, t: seq + 1, prev };
    prev = sha256(toCanonicalJson(rest));
    return `${toCanonicalJson({ ...rest, hash: prev })}\n`;
  });
  writeFileSync(join(path, 'events.jsonl'), written.join(''));
  const sealed = { ...body, events: lines.length, head: prev };
  writeFileSync(join(path, 'report.json'), `${JSON.stringify(sealed, null, 2)}\n`);
}
