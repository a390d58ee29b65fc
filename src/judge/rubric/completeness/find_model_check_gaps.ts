import { isAnswerPattern, type ModelCheck } from '../../../contract/checks/check.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { EventPayload } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { Manifest } from '../../../record/manifest/manifest.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import type { EvidenceGap } from '../trace/evidence_gap.js';

type GradingFacts = EventPayload<'model_check'>;

/**
 * Finds gaps in the evidence of checks that a judge model decides: each has one event, by the model of the run, as the
 * contract has it asked.
 */
export function findModelCheckGaps(trace: AttemptTrace): EvidenceGap[] {
  const checks = trace.contract.model_checks ?? [];
  const events = selectEvents(trace.record.events, 'model_check');
  const gaps = checks.flatMap((check, i): EvidenceGap[] => {
    const { id } = check;
    const check_events = events.filter(({ payload }) => payload.check === id);
    const [first, second] = check_events;
    const evidence = { ...omitUndefined({ seq: (second ?? first)?.seq }), contract_path: `model_checks.${i}` };
    if (!first) return [{ what: `${id}: no event of this check is recorded`, evidence }];
    if (second) return [{ what: `${id}: is recorded more than once`, evidence }];
    const gap = describeGap(check, first.payload, trace.record.manifest.judge_model);
    return gap === undefined ? [] : [{ what: `${id}: ${gap}`, evidence }];
  });
  const stray = events.find(({ payload }) => !checks.some(({ id }) => id === payload.check));
  return stray
    ? [
        ...gaps,
        { what: `the contract has no check ${stray.payload.check} for this event`, evidence: { seq: stray.seq } },
      ]
    : gaps;
}

/** Describes what a grading lacks or contradicts; undefined if it is as contract and manifest say. */
function describeGap(
  check: ModelCheck,
  { asked, not_run, files }: GradingFacts,
  judge: Manifest['judge_model'],
): string | undefined {
  if (not_run?.because === 'interrupted') return 'was not run: the evaluation was interrupted';
  if (not_run) return undefined;
  if (files.length === 0) return 'no answer file is recorded';
  const readable = files.every(({ state }) => state === 'read');
  if (readable === (asked === undefined)) return 'a judge model is asked if the answer could be read, and only then';
  return describeForeignFile(check, files) ?? (asked && describeForeignQuestion(check, files, asked, judge));
}

/** Describes a file that the contract names and the event lacks, or the other way round. */
function describeForeignFile({ files: named }: ModelCheck, files: GradingFacts['files']): string | undefined {
  if (files.some(({ state }) => state === 'too-many')) return undefined;
  const paths = new Set(files.map(({ path }) => path));
  const absent = named.find((path) => !isAnswerPattern(path) && !paths.has(path));
  if (absent !== undefined) return `the answer file ${toOneLine(absent, 120)} is not recorded`;
  const stray = named.some(isAnswerPattern) ? undefined : files.find(({ path }) => !named.includes(path));
  return stray && `the contract names no answer file ${toOneLine(stray.path, 120)}`;
}

/** Describes a question that is another than the one of the contract, or that another model was asked. */
function describeForeignQuestion(
  check: ModelCheck,
  files: GradingFacts['files'],
  { model, upstream, prompt, requests }: NonNullable<GradingFacts['asked']>,
  judge: Manifest['judge_model'],
): string | undefined {
  if (model !== judge?.name) return 'another judge model was asked than the one that the manifest names';
  if (upstream !== null && !judge.upstreams.some(({ name }) => name === upstream))
    return `the upstream ${toOneLine(upstream, 80)} is none of the judge model's`;
  const read = files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  if (read > check.max_bytes) return 'the answer has more bytes than the contract allows';
  if (prompt.bytes < Buffer.byteLength(check.prompt.trimEnd()) + read)
    return 'what was asked is shorter than the rubric with the answer';
  if (requests.some(({ max_tokens }) => max_tokens !== null && max_tokens !== check.max_tokens))
    return 'the response had another cap than the contract has';
  return requests.some(({ temperature }) => temperature !== null && temperature !== 0)
    ? 'the judge model was asked at another temperature than 0'
    : undefined;
}
