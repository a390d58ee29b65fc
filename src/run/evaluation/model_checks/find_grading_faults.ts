import type { EventPayload } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import type { RecordFault } from '../../../record/storage/verify_hash_chain.js';
import type { RunVerification } from '../../../record/storage/verify_run.js';
import { createJudgePrompt } from './create_judge_prompt.js';

type GradingFacts = EventPayload<'model_check'>;

/**
 * Checks that a judge model was sent the rubric of the contract with the recorded answer and nothing else. Only records
 * of this harness version are checked, since other versions may ask otherwise; a text that was redacted or removed is
 * not compared.
 *
 * @param read reads an artifact; undefined = it is not there
 */
export function findGradingFaults(
  { events, manifest, standing }: RunVerification,
  version: string,
  read: (digest: string) => Buffer | undefined,
): RecordFault[] {
  if (!manifest || standing === 'tampered' || manifest.harness.version !== version) return [];
  const readWhole = ({ artifact, sha256: sent }: NonNullable<GradingFacts['asked']>['prompt']) => {
    const content = artifact === sent ? read(artifact) : undefined;
    return content && sha256(content) === sent ? content.toString('utf8') : undefined;
  };
  return selectEvents(events, 'model_check').flatMap(({ payload: { check: id, files, asked }, seq }) => {
    const check = manifest.contract.body.model_checks?.find((one) => one.id === id);
    if (!check || !asked) return [];
    const prompt = readWhole(asked.prompt);
    if (prompt === undefined) return [];
    const { nonce } = asked;
    const graded = files.map((file, at) => ({ ...file, text: cutOutFile(prompt, nonce, at + 1) }));
    const system = readWhole(asked.system);
    const expected = createJudgePrompt(check.prompt, graded, nonce);
    const isAsked = prompt === expected.prompt && (system === undefined || system === expected.system);
    const line = seq + 1;
    if (!isAsked)
      return [{ line, what: `${id}: the judge model was sent something else than the rubric and the answer` }];
    const foreign = graded.find((file) => !isFileText(file));
    return foreign ? [{ line, what: `${id}: the judge model was sent another text than that of ${foreign.path}` }] : [];
  });
}

/** Cuts the text of a file out of a prompt; '' if it is not there. */
function cutOutFile(prompt: string, nonce: string, number: number): string {
  const begin = prompt.indexOf(`[${nonce} begin file ${number}]\n`);
  const start = prompt.indexOf('\n\n', begin) + 2;
  const end = prompt.indexOf(`[${nonce} end file ${number}]`, start);
  return begin < 0 || start < 2 || end < 0 ? '' : prompt.slice(start, end);
}

/**
 * Tells whether a text has the digest of its file: as it is, without the line break that the prompt adds, or with the
 * mark of its encoding that it drops.
 */
function isFileText({ sha256: digest, text }: { sha256: string | null; text: string }): boolean {
  const forms = [text, text.replace(/\n$/, '')];
  return [...forms, ...forms.map((form) => `\uFEFF${form}`)].some((form) => sha256(form) === digest);
}
