import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUBRIC_VERSION, scoreAttempt } from '../../../src/judge/rubric/score_attempt.js';
import { sha256, toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';

/** Records that versions of the rubric wrote, as they wrote them (see the README beside them). */
const FROZEN = join(import.meta.dirname, '..', '..', 'fixtures', 'records');
/** First rubric whose records have every field of today's. */
const OLDEST = 5;
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

it('there is a record of every version of the rubric from the oldest that is read up to this one', () => {
  const count = Number(RUBRIC_VERSION) - OLDEST + 1;
  expect(versions).toEqual(Array.from({ length: count }, (_, index) => String(OLDEST + index)));
});

describe.each(versions)('records of rubric %s', (version) => {
  // Holds R16
  it('are verified, and keep the verdict that they were sealed with', () => {
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
      expect([judged.status, judged.reason]).toEqual([report!.verdict.status, report!.verdict.reason]);
    }
  });

  it('are read by verify, score and report, and nothing of them changes', async () => {
    const folder = `read-${version}`;
    cpSync(join(FROZEN, `rubric-${version}`), join(room, folder), { recursive: true });
    const before = readTreeDigest(join(room, folder));
    expect(await typeCommand(room, ['verify', folder])).toMatchObject({ code: 0, error: '' });
    const score = await typeCommand(room, ['score', folder]);
    expect(score.code).toBe(0);
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

  it('a record of a rubric with fewer fields, which is refused in one line', async () => {
    const [{ path }] = listRecords(RUBRIC_VERSION) as [ReturnType<typeof listRecords>[number]];
    const copy = join(room, 'older');
    cpSync(path, copy, { recursive: true });
    const { model: _, ...manifest } = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'));
    manifest.harness.rubric = '3';
    const manifest_text = `${JSON.stringify(manifest, null, 2)}\n`;
    writeFileSync(join(copy, 'manifest.json'), manifest_text);
    const report = JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8'));
    report.verdict.rubric = '3';
    delete report.configuration;
    rewriteRecord(copy, manifest_text, report);
    const made_by = `made by another version (rubric 3; this is ${RUBRIC_VERSION})`;
    expect(verifyRun(copy, undefined, RUBRIC_VERSION)).toMatchObject({ standing: 'other-version', made_by });
    const { code, log, error } = await typeCommand(room, ['verify', 'older']);
    expect(code).not.toBe(0);
    expect(`${log}${error}`).toContain(`${made_by}: verify it with that version, or run the attempt again`);
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
