import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Event } from '../../src/record/events/event.js';
import type { AttemptResult } from '../../src/record/verdict/attempt_result.js';
import { exchanged, prompted, responded } from '../judge/rubric/given_exchanges.js';
import { acceptance, DIGEST, failing, givenRecord, patchApplied, type Said } from '../judge/rubric/given_record.js';

const toLines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
/** Lines of a log as records have them: the type stands last. */
const toEventLines = (events: readonly Event[]) =>
  events.map(({ type, ...rest }) => `${JSON.stringify({ ...rest, type })}\n`).join('');

export const PATCH = `diff --git a/src/a.js b/src/a.js
--- a/src/a.js
+++ b/src/a.js
@@ -1,2 +1,2 @@
-old
+new
 end
`;

const message = (role: 'user' | 'assistant' | 'tool', value: unknown) => ({
  role,
  sha256: DIGEST,
  bytes: 1,
  text: JSON.stringify(value),
});

/** Events of an attempt with a conversation in the format of Gemini, a failing check and a patch. */
export function givenEvents(answer = 'I look at it.'): readonly Event[] {
  const said: Said[] = [
    { type: 'stage_changed', payload: { from: null, to: 'write' } },
    prompted(1, { messages: [message('user', { role: 'user', parts: [{ text: 'Fix it.' }] })] }),
    responded(1, { message: message('assistant', { role: 'model', parts: [{ text: answer }] }) }),
    ...exchanged(2),
    patchApplied(),
    acceptance(),
    failing(),
  ];
  return [...givenRecord({ events: said, facts: 'none' }).events];
}

/** Writes an output folder: results, and the records of those attempts that are given events. */
export function givenViewFolder(
  folder: string,
  results: readonly AttemptResult[],
  records: Readonly<Record<string, readonly Event[]>> = {},
): string {
  mkdirSync(join(folder, 'runs'), { recursive: true });
  const located = results.map((result) => ({ ...result, run: `runs/${result.attempt_id}` }));
  writeFileSync(join(folder, 'results.jsonl'), toLines(located));
  for (const [id, events] of Object.entries(records)) {
    mkdirSync(join(folder, 'runs', id), { recursive: true });
    writeFileSync(join(folder, 'runs', id, 'events.jsonl'), toEventLines(events));
    writeFileSync(join(folder, 'runs', id, 'patch.diff'), PATCH);
  }
  return folder;
}

/** Bundles the pages as the build does, into a folder. */
export function bundlePages(folder: string): void {
  const script = `import { writePage } from './scripts/build/bundle-page.mjs'; await writePage(process.argv[1]);`;
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, folder], {
    cwd: join(import.meta.dirname, '..', '..'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}
