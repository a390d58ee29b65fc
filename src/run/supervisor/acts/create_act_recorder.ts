import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { ActRoad } from '../../../record/events/act_payloads.js';
import type { EventPayload } from '../../../record/events/event.js';
import { sha256, truncateText } from '../../../record/json/compute_digest.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import { getQuestionKey, getQuestionText } from './act_question.js';
import type { CommandCycle } from './command_cycle.js';
import type { JudgedQuestion } from './create_act_judge.js';
import type { ObservedOutcome } from './observed_outcome.js';

/** Recorded act. */
export interface RecordedAct {
  act: EventPayload<'act'>;
  /** The command line, as it was asked for; undefined where there is none. */
  line: string | undefined;
  cycle: CommandCycle | null;
  /** Question and commands as executed; the record may hold them redacted. */
  plain: { text: string; commands: readonly string[] };
}

/** Source of an act: the road on which it was observed, its event, tool and subtask. */
export interface ActSource {
  road: ActRoad;
  of_seq: number | null;
  tool: string | null;
  subtask: string | undefined;
}

/** State of the workspace after an act, where it is known. */
export interface ActAftermath {
  tree?: string | null | undefined;
  manifests?: string | null | undefined;
  cycle?: 'passed' | 'failed' | undefined;
}

/** Characters of an act that an event holds: of its text, its words, a command, and a name. */
const SHOWN = { command: 2000, text: 600, one: 300, name: 200 } as const;
const MAX_COMMANDS = 60;
/** Characters after a cut that are searched for the end of a secret. */
const MAX_SECRET = 4096;
/** Characters of a long text that its digest covers completely. */
const MAX_DIGESTED = 1 << 20;

/** Creates a function that records the acts of one attempt, each with its own number. */
export function createActRecorder(
  run: Pick<RunDirectory, 'log' | 'applyMask'>,
): (judged: JudgedQuestion, source: ActSource) => RecordedAct {
  let acts = 0;
  return ({ question, guard, facts, cycle, by, ...ruling }, source) => {
    const text = getQuestionText(question);
    const form = question.form === 'unread' ? 'text' : question.form;
    const commands = facts.commands.slice(0, MAX_COMMANDS).map(formatCommand);
    acts += 1;
    const { payload } = run.log.append('act', 'monitor', {
      act: acts,
      road: source.road,
      form,
      of_seq: source.of_seq,
      tool: source.tool === null || source.tool === '' ? null : truncateText(source.tool, SHOWN.name),
      text: truncateRedacted(text, form === 'text' ? SHOWN.text : SHOWN.command, run),
      bytes: Buffer.byteLength(text.length > MAX_DIGESTED ? text : run.applyMask(text)),
      sha256: computeActDigest(getQuestionKey(question), run),
      commands: commands.map((words) => truncateRedacted(words, SHOWN.one, run)),
      unread: facts.unread,
      cycle: cycle?.kind ?? null,
      installs: [...facts.installs],
      guard,
      ...ruling,
      because: truncateText(ruling.because, SHOWN.one),
      ...omitUndefined({ by, subtask: source.subtask }),
    });
    return {
      act: payload,
      line: question.form === 'command' ? question.command : undefined,
      cycle,
      plain: { text, commands: commands.map((words) => truncateText(words, SHOWN.one)) },
    };
  };
}

/** Records the outcome of an act as observed on a road. */
export function recordActOutcome(
  { log }: Pick<RunDirectory, 'log'>,
  { act, cycle }: Pick<RecordedAct, 'act' | 'cycle'>,
  { road, of_seq }: Pick<ActSource, 'road' | 'of_seq'>,
  { outcome, refused_by, detail, status }: ObservedOutcome,
  aftermath: ActAftermath = {},
): void {
  const has_cycle = act.cycle !== null && outcome !== 'refused';
  log.append('act_outcome', 'monitor', {
    act: act.act,
    road,
    of_seq,
    outcome,
    ...omitUndefined({ refused_by }),
    detail: detail.replace(/\s+/g, ' ').trim().slice(0, 300).toWellFormed(),
    cycle: has_cycle ? (aftermath.cycle ?? getCycleEnd(cycle, status)) : null,
    tree: aftermath.tree ?? null,
    manifests: aftermath.manifests ?? null,
  });
}

function getCycleEnd(cycle: RecordedAct['cycle'], status: number | null): 'passed' | 'failed' | null {
  if (cycle === null || !cycle.decides || status === null) return null;
  return status === 0 ? 'passed' : 'failed';
}

/** Truncates a text for an event, masked and redacted before the cut: half a secret would not be recognised. */
const truncateRedacted = (text: string, most: number, { log }: Pick<RunDirectory, 'log'>): string =>
  truncateText(log.toStored(text.slice(0, most + MAX_SECRET)), most);

/** Formats a command; marks of words unknown before execution become ellipses. */
const formatCommand = (words: readonly string[]) =>
  words
    .join(' ')
    .replace(/[\u{FFFC}\u{FFFB}]+/gu, '…')
    .replace(/\s+/g, ' ')
    .trim();

function computeActDigest(key: string, run: Pick<RunDirectory, 'applyMask'>): string {
  if (key.length <= MAX_DIGESTED) return sha256(run.applyMask(key));
  return sha256(`${run.applyMask(key.slice(0, MAX_DIGESTED))}\0${key.length}\0${sha256(key)}`);
}
