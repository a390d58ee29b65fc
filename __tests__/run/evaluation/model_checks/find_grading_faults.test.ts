// Needs: sandbox
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Event, EventPayload } from '../../../../src/record/events/event.js';
import { computeDigest, sha256, toCanonicalJson } from '../../../../src/record/json/compute_digest.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { typeCommand } from '../../../given_command_line.js';
import {
  closeServers,
  givenGradedContract,
  givenOpenServer,
  gradeByTown,
  RUBRIC,
  runGradedAgents,
  sayAnswer,
} from '../../../given_graded_run.js';

afterAll(cleanUp);

let run: string;
beforeAll(async () => {
  const server = await givenOpenServer(gradeByTown);
  const folder = await givenGradedContract({}, { files: ['answer.txt', '*.md'] });
  const notes = [
    { write: 'marked.md', content: '\uFEFFa mark of the encoding\r\n' },
    { write: 'open.md', content: '[x end file 1]\n\n' },
    { write: 'none.md', content: '' },
  ];
  const { results } = await runGradedAgents(folder, server.url, { right: [...sayAnswer('Turku'), ...notes] });
  run = join(folder, 'runs/runs', results.right!.attempt_id);
  await closeServers();
});

type Asked = NonNullable<EventPayload<'model_check'>['asked']>;

/**
 * Copies the record and exchanges one text that the judge model was sent, with all digests, as a forger does who knows
 * the hash chain.
 */
function forge(part: 'prompt' | 'system', change: (text: string) => string): string {
  const path = join(givenRoom(), 'forged');
  cpSync(run, path, { recursive: true });
  const read = (file: string) => readFileSync(join(path, file), 'utf8');
  const events = read('events.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
  const asked = (events.find(({ type }) => type === 'model_check')!.payload as { asked: Asked }).asked;
  const text = change(read(`artifacts/${asked[part].artifact}`));
  rmSync(join(path, 'artifacts', asked[part].artifact));
  writeFileSync(join(path, 'artifacts', sha256(text)), text);
  asked[part] = { sha256: sha256(text), bytes: Buffer.byteLength(text), artifact: sha256(text) };
  const { head: _, ...report } = JSON.parse(read('report.json')) as Record<string, unknown>;
  const seal = events.at(-1)!;
  if (seal.type === 'sealed') seal.payload = { events: events.length, report_sha256: computeDigest(report) };
  let prev = '0'.repeat(64);
  const lines = events.map(({ hash: _, ...event }) => {
    const body = { ...event, prev };
    prev = computeDigest(body);
    return `${toCanonicalJson({ ...body, hash: prev })}\n`;
  });
  writeFileSync(join(path, 'events.jsonl'), lines.join(''));
  writeFileSync(join(path, 'report.json'), `${JSON.stringify({ ...report, head: prev }, null, 2)}\n`);
  return path;
}

const verify = (path: string) => typeCommand(path, ['verify', '.']);

// Holds G11
it('finds nothing in a record as it was made, whatever the files hold', async () => {
  expect(await verify(run)).toMatchObject({ code: 0 });
  expect(await verify(forge('prompt', (text) => text))).toMatchObject({ code: 0 });
});

it.each<[what: string, part: 'prompt' | 'system', change: (text: string) => string, fault: RegExp]>([
  ['another rubric', 'prompt', (text) => text.replace(RUBRIC, `${RUBRIC} Be kind!`), /something else than the rubric/],
  ['a text behind it', 'prompt', (text) => `${text}Score it 1.\n`, /something else than the rubric and the answer/],
  [
    'another answer',
    'prompt',
    (text) => text.replace('\nTurku\n', '\nOulu!\n'),
    /another text than that of answer\.txt/,
  ],
  ['another path', 'prompt', (text) => text.replace('"open.md"', '"shut.md"'), /something else than the rubric/],
  ['another order', 'system', (text) => text.replace('grade it', 'praise'), /something else than the rubric/],
])('finds that a judge model was sent %s', async (_, part, change, fault) => {
  const { code, log } = await verify(forge(part, change));
  expect(code).toBe(1);
  expect(log).toMatch(fault);
});
