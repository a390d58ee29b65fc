import { attributeFailure } from '../../judge/attribution/attribute_failure.js';
import { createAttemptFold } from '../../publish/report/parts/create_attempt_fold.js';
import type { AttemptRow } from '../../publish/report/view/attempt_row.js';
import { findChangedLine } from '../../publish/report/view/find_changed_line.js';
import type { Event } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import { type Evidence, GATE_NAMES, type VerdictFinding } from '../../record/verdict/verdict.js';
import { type CheckExecution, createCheckRuns } from './create_check_runs.js';
import { type ArtifactReader, type AttemptConversation, createConversation } from './create_conversation.js';
import { createTimeline, type Timeline } from './create_timeline.js';
import { type IndexRow, toIndexRow } from './index_row.js';
import { type PageBlock, toPageBlocks } from './page_block.js';
import { type PatchFile, parsePatchFiles } from './parse_patch_files.js';
import { toReadableLine } from './readable_text.js';

/** Where the evidence of a conclusion is, as a page links it. */
export interface EvidencePlace {
  seq?: number;
  patch_line?: number;
  text: string;
}

/** Decision of one gate. */
export interface GatePage {
  gate: string;
  name: string;
  mark: string;
  why: string;
  places: EvidencePlace[];
  is_deciding: boolean;
}

/** Interpretation of the record: sentences with the events that they rest on, and what is not known. */
export interface CausePage {
  sentences: { text: string; places: EvidencePlace[] }[];
  unknown: string;
}

/** Act of an agent that something was said about. */
export interface ActPage {
  seq: number;
  text: string;
  road: string;
  rule: string;
  severity: string;
  reason: string;
  handling: string;
  outcomes: string[];
}

/** Remark on a line of the patch. */
export interface PatchRemark {
  path: string;
  /** Line in patch.diff, or line of the file after the change. */
  patch_line?: number;
  line?: number;
  tone: 'bad' | 'doubt' | 'plain';
  text: string;
}

/** Everything that the page of an attempt shows. */
export interface AttemptPageData {
  row: IndexRow;
  /** Title of the contract. */
  title: string;
  gates: GatePage[];
  /** Why it probably failed; null for an attempt that passed, or is not judged. */
  cause: CausePage | null;
  /** Findings, costs, sandbox and identity, as reports have them. */
  facts: PageBlock[];
  timeline: Timeline;
  conversation: AttemptConversation;
  checks: CheckExecution[];
  patch: PatchFile[];
  remarks: PatchRemark[];
  acts: ActPage[];
  /** Number of acts that nobody objected to. */
  quiet_acts: number;
  /** Number of events, and where the record is, relative to the results. */
  events: number;
  run: string;
}

/** Knowledge of an attempt: its row, once it is judged, and what its record holds so far. */
interface AttemptSource {
  /** Row of the index, for an attempt without a result. */
  pending: IndexRow;
  judged: AttemptRow | undefined;
  events: readonly Event[];
  patch: string;
  run: string;
  readArtifact: ArtifactReader;
}

/** Creates the data of an attempt's page. */
export function createAttemptPageData(source: AttemptSource): AttemptPageData {
  const { judged, events, patch, readArtifact } = source;
  const verdict = judged?.result.verdict;
  const outcomes = selectEvents(events, 'act_outcome').map(({ payload }) => payload);
  const acts = selectEvents(events, 'act');
  const remarkable = acts.filter(
    ({ payload: { guard, handling } }) => guard?.verdict === 'deny' || handling !== 'allow',
  );
  return {
    row: judged === undefined ? source.pending : toIndexRow(judged),
    title: toReadableLine(judged?.result.contract.title ?? ''),
    gates: judged === undefined ? [] : createGates(judged),
    cause: judged === undefined ? null : createCause(judged, events),
    facts: judged === undefined ? [] : toPageBlocks(createFactBlocks(judged), 'fact'),
    timeline: createTimeline(events),
    conversation: createConversation(events, readArtifact),
    checks: createCheckRuns(events, verdict?.checks ?? [], readArtifact),
    patch: parsePatchFiles(patch),
    remarks: createRemarks(judged, events),
    acts: remarkable.slice(0, MAX_ACTS).map(({ seq, payload }) => ({
      seq,
      text: toReadableLine(payload.text, 500),
      road: payload.road,
      rule: payload.guard?.rule ?? payload.because,
      severity: payload.guard?.severity ?? '',
      reason: toReadableLine(payload.guard?.reason ?? payload.because),
      handling: payload.handling,
      outcomes: outcomes
        .filter(({ act }) => act === payload.act)
        .map(({ outcome, detail }) => toReadableLine(detail === '' ? outcome : `${outcome}: ${detail}`)),
    })),
    quiet_acts: acts.length - remarkable.length,
    events: events.length,
    run: source.run,
  };
}

const MAX_ACTS = 300;

function createFactBlocks(row: AttemptRow) {
  const { blocks } = createAttemptFold(row, 'page');
  return blocks
    .filter((block) => block.kind !== 'facts' || block.title !== 'Checks')
    .map((block) => {
      if (block.kind !== 'facts') return block;
      // Gates have a list of their own.
      const facts = block.facts.filter(
        ({ name }) => !(typeof name === 'object' && 'trusted' in name && /^G\d /.test(name.trusted)),
      );
      return { ...block, title: block.title === 'Gates' ? 'Basis of the verdict' : block.title, facts };
    });
}

function createGates({ gates: marks, decided_by, result: { verdict } }: AttemptRow): GatePage[] {
  return verdict.gates.map(({ gate, why, evidence }) => ({
    gate,
    name: GATE_NAMES[gate],
    mark: marks[gate],
    why: toReadableLine(why),
    places: evidence.slice(0, 20).map(toPlace),
    is_deciding: gate === decided_by,
  }));
}

function createCause({ result: { verdict } }: AttemptRow, events: readonly Event[]): CausePage | null {
  const summary = events.length === 0 ? undefined : attributeFailure(events, verdict);
  if (summary === undefined) return null;
  const sentences = summary.sentences.map(({ text, seqs }) => ({
    text: toReadableLine(text, 500),
    places: seqs.map((seq) => ({ seq, text: `event ${seq}` })),
  }));
  return { sentences, unknown: toReadableLine(summary.unknown) };
}

function toPlace({ seq, patch_line, file, line, contract_path, command }: Evidence): EvidencePlace {
  const texts = [
    ...(file === undefined ? [] : [line === undefined ? file : `${file}:${line}`]),
    ...(contract_path === undefined ? [] : [`contract ${contract_path}`]),
    ...(patch_line === undefined ? [] : [`patch line ${patch_line}`]),
    ...(command === undefined ? [] : [command]),
    ...(seq === undefined ? [] : [`event ${seq}`]),
  ];
  const place: EvidencePlace = { text: toReadableLine(texts.join(', '), 200) };
  if (seq !== undefined) place.seq = seq;
  if (patch_line !== undefined) place.patch_line = patch_line;
  return place;
}

const SEVERITY_TONES: Record<VerdictFinding['severity'], PatchRemark['tone']> = {
  violation: 'bad',
  warning: 'doubt',
  info: 'plain',
};

/** Creates remarks on lines of the patch: findings, what is worth a look, and lines that failing tests name. */
function createRemarks(judged: AttemptRow | undefined, events: readonly Event[]): PatchRemark[] {
  const { findings = [], oracle } = judged?.result.verdict ?? {};
  const finding_remarks = findings.flatMap(({ rule, severity, message, evidence }) =>
    evidence
      .filter(({ patch_line, file }) => patch_line !== undefined || file !== undefined)
      .slice(0, 20)
      .map(({ patch_line, file = '', line }) =>
        createRemark({ patch_line, line, path: file, tone: SEVERITY_TONES[severity], text: `${rule}: ${message}` }),
      ),
  );
  const suspicions = (oracle?.suspicions ?? []).map(({ what, file, patch_line }) =>
    createRemark({ path: file, patch_line: patch_line ?? undefined, line: undefined, tone: 'doubt', text: what }),
  );
  return [...finding_remarks, ...suspicions, ...createTestRemarks(events)].slice(0, 500);
}

function createTestRemarks(events: readonly Event[]): PatchRemark[] {
  const applied = selectEvents(events, 'patch_applied').at(-1);
  const changed = applied?.payload.files.map(({ path }) => path) ?? [];
  return events.flatMap((event) => {
    if (event.type !== 'acceptance_check' && event.type !== 'build' && event.type !== 'static_check') return [];
    const { report, check, execution } = event.payload;
    const tests = report.state === 'read' ? report.report.tests.filter(({ outcome }) => outcome === 'failed') : [];
    const output = [execution?.stderr, execution?.stdout].map((log) => log?.tail || log?.head).join('\n');
    const is_failed = execution !== undefined && execution.exit_code !== 0 && tests.length === 0;
    const messages = [
      ...tests.map(({ path, message = '' }) => ({ text: `${check}: ${path.join(' > ')}`, message })),
      ...(is_failed ? [{ text: `${check} failed here`, message: output }] : []),
    ];
    return messages.slice(0, 50).flatMap(({ text, message }) => {
      const place = findChangedLine(message, changed);
      if (place === undefined) return [];
      return [createRemark({ ...place, patch_line: undefined, tone: 'bad', text })];
    });
  });
}

function createRemark({
  path,
  patch_line,
  line,
  tone,
  text,
}: {
  path: string;
  patch_line: number | undefined;
  line: number | undefined;
  tone: PatchRemark['tone'];
  text: string;
}): PatchRemark {
  const remark: PatchRemark = { path: toReadableLine(path, 200), tone, text: toReadableLine(text) };
  if (patch_line !== undefined) remark.patch_line = patch_line;
  if (line !== undefined) remark.line = line;
  return remark;
}
