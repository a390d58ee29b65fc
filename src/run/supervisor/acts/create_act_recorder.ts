import type { Contract } from '../../../contract/contract_schema.js';
import { truncateText } from '../../../gateway/recording/truncate_json.js';
import type { Guard, GuardRequest, GuardVerdict, Principal } from '../../../guard/guard.js';
import type { ParsedCommand } from '../../../guard/invocation.js';
import type { ActRoad, RecordedGuardVerdict } from '../../../record/events/act_payloads.js';
import type { EventPayload } from '../../../record/events/event.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import { type CommandFacts, getCommandFacts, getCommandWords, isNamedByEntry } from '../calls/command_facts.js';
import { type ActQuestion, getQuestionKey, getQuestionText } from './act_question.js';
import { type ActRuling, decideActRuling } from './act_ruling.js';
import { type CommandCycle, createCycleReader } from './command_cycle.js';

/** Recorded act. */
export interface RecordedAct {
  act: EventPayload<'act'>;
  /** The command line, as it was asked for; undefined where there is none. */
  line: string | undefined;
  cycle: CommandCycle | null;
  /** Question and commands as executed; the record may hold them redacted. */
  plain: { text: string; commands: readonly string[] };
}

/** Judged act before it is recorded. */
interface JudgedQuestion extends ActRuling {
  question: ActQuestion;
  guard: RecordedGuardVerdict | null;
  facts: CommandFacts;
  cycle: CommandCycle | null;
  by: 'client' | undefined;
}

interface ActSource {
  road: ActRoad;
  of_seq: number | null;
  tool: string | null;
  subtask: string | undefined;
}

interface ActContext {
  road: ActRoad;
  /** Path of the workspace inside the sandbox. */
  workspace: string;
  judged?: boolean | undefined;
  own?: boolean | undefined;
  by?: 'client' | undefined;
}

/** Recorder of acts, each with its own number. */
interface ActRecorder {
  judge(question: ActQuestion, principal: ActContext): JudgedQuestion;
  record(judged: JudgedQuestion, source: ActSource): RecordedAct;
  /** Judges a question and writes it down. */
  judgeAndRecord(question: ActQuestion, about: ActSource & ActContext): RecordedAct;
}

/** Characters of an act that an event holds: of its text, its words, a command, and a name. */
const SHOWN = { command: 2000, text: 600, one: 300, name: 200 } as const;
const MAX_COMMANDS = 60;
/** Characters after a cut that are searched for the end of a secret. */
const MAX_SECRET = 4096;
/** Characters of a long text that its digest covers completely. */
const MAX_DIGESTED = 1 << 20;
/** Maximum length of a path; longer ones belong to no file. */
const MAX_PATH = 4096;

const EMPTY_FACTS: CommandFacts = { commands: [], wrapped: [], unread: null, installs: [] };
const UNREADABLE_FACTS: CommandFacts = { ...EMPTY_FACTS, unread: 'too much' };

/** Creates the recorder of the acts of one attempt. */
export function createActRecorder(options: {
  run: Pick<RunDirectory, 'log' | 'applyMask'>;
  contract: Contract;
  guard: Guard;
  /** false: guardrails are switched off, and the guard is not asked. */
  guarded: boolean;
}): ActRecorder {
  const { run, contract, guard, guarded } = options;
  const { commands: policy, trust_level } = contract.policy;
  const readCycle = createCycleReader(contract);
  let acts = 0;

  function judge(given: ActQuestion, { road, workspace, judged, own, by }: ActContext): JudgedQuestion {
    const question: ActQuestion =
      given.form === 'edit' && given.path.length > MAX_PATH ? { form: 'unread', text: given.path } : given;
    const principal = { trust: trust_level, workspace };
    const isCommand = question.form === 'command' || question.form === 'code';
    const reading = isCommand ? parseQuestion(question) : undefined;
    const facts = reading ? getCommandFacts(reading) : question.form === 'unread' ? UNREADABLE_FACTS : EMPTY_FACTS;
    const text = getQuestionText(question);
    const answer = guarded ? (judged ? ALLOWED_ANSWER : askGuard(question, reading, principal)) : null;
    const ruling = decideActRuling(
      {
        road,
        form: question.form === 'unread' ? 'text' : question.form,
        text,
        guard: answer,
        facts,
        isAllowedByEntries: () => isAllowedByEntries(question, reading, principal),
        is_own: own === true,
        by,
      },
      policy,
    );
    const cycle = reading && question.form === 'command' ? readCycle(reading.invocations, question.command) : null;
    return { ...ruling, question, guard: answer, facts, cycle, by };
  }

  /** Parses a command once. A failed parse counts as unreadable, not as permission. */
  function parseQuestion(question: Extract<ActQuestion, { command: string }>): ParsedCommand {
    const folder = question.form === 'command' ? question.folder : undefined;
    try {
      return guard.parse(question.command, folder);
    } catch {
      return { invocations: [], problem: { kind: 'too-much', detail: 'it could not be read' } };
    }
  }

  function askGuard(
    question: ActQuestion,
    reading: ParsedCommand | undefined,
    principal: Principal,
  ): RecordedGuardVerdict {
    if (question.form === 'unread') return UNREAD_ANSWER;
    try {
      return toGuardAnswer(guard.judge(toGuardRequest(question, reading), principal));
    } catch {
      return UNREAD_ANSWER;
    }
  }

  /** Returns true if the guard allows the command without the parts that the policy allows. */
  function isAllowedByEntries(
    question: ActQuestion,
    reading: ParsedCommand | undefined,
    principal: Principal,
  ): boolean {
    if (question.form !== 'command' || reading === undefined) return false;
    const remaining = reading.invocations.filter(
      (invocation) => !policy.allow?.some((entry) => isNamedByEntry(getCommandWords(invocation), entry)),
    );
    if (remaining.length === reading.invocations.length) return false;
    return askGuard(question, { ...reading, invocations: remaining }, principal).verdict === 'allow';
  }

  function record({ question, guard, facts, cycle, by, ...ruling }: JudgedQuestion, source: ActSource): RecordedAct {
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
      ...(by === undefined ? {} : { by }),
      ...(source.subtask === undefined ? {} : { subtask: source.subtask }),
    });
    return {
      act: payload,
      line: question.form === 'command' ? question.command : undefined,
      cycle,
      plain: { text, commands: commands.map((words) => truncateText(words, SHOWN.one)) },
    };
  }

  return {
    judge,
    record,
    judgeAndRecord: (question, about) => record(judge(question, about), about),
  };
}

/** The coordination layer asked the guard before. */
const ALLOWED_ANSWER: RecordedGuardVerdict = {
  verdict: 'allow',
  rule: null,
  category: null,
  severity: null,
  reason: '',
  format: 'code',
};

const UNREAD_ANSWER: RecordedGuardVerdict = {
  verdict: 'deny',
  rule: 'unreadable-command',
  category: 'unreadable',
  severity: 'severe',
  reason: 'It is too much to be read.',
  format: 'code',
};

function toGuardAnswer(answer: GuardVerdict): RecordedGuardVerdict {
  if (answer.verdict === 'allow') return { ...ALLOWED_ANSWER, format: answer.format };
  const { verdict, rule, category, severity, reason, format } = answer;
  return { verdict, rule, category, severity, reason: truncateText(reason, 500), format };
}

function toGuardRequest(
  question: Exclude<ActQuestion, { form: 'unread' }>,
  reading: ParsedCommand | undefined,
): GuardRequest {
  switch (question.form) {
    case 'command':
    case 'code': {
      const folder = question.form === 'command' ? question.folder : undefined;
      return {
        command: question.command,
        ...(folder === undefined ? {} : { folder }),
        ...(reading === undefined ? {} : { reading }),
      };
    }
    case 'edit': {
      const { path, content, replaces } = question;
      return {
        write: path,
        ...(content === undefined ? {} : { content }),
        ...(replaces === undefined ? {} : { replaces }),
      };
    }
    case 'text':
      return { text: question.text };
  }
  return question satisfies never;
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
