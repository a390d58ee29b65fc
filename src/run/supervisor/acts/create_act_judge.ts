import type { Contract } from '../../../contract/contract_schema.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { Guard, GuardRequest, GuardVerdict, Principal } from '../../../guard/guard.js';
import type { ParsedCommand } from '../../../guard/invocation.js';
import type { ActRoad, RecordedGuardVerdict } from '../../../record/events/act_payloads.js';
import { truncateText } from '../../../record/json/compute_digest.js';
import { type CommandFacts, getCommandFacts, getCommandWords, isNamedByEntry } from '../calls/command_facts.js';
import { type ActQuestion, getQuestionText } from './act_question.js';
import { type ActRuling, decideActRuling } from './act_ruling.js';
import { type CommandCycle, createCycleReader } from './command_cycle.js';

/** Judged act before it is recorded. */
export interface JudgedQuestion extends ActRuling {
  question: ActQuestion;
  guard: RecordedGuardVerdict | null;
  facts: CommandFacts;
  cycle: CommandCycle | null;
  by: 'client' | undefined;
}

/** Circumstances of an act that its judgement depends on. */
interface ActContext {
  road: ActRoad;
  /** Path of the workspace inside the sandbox. */
  workspace: string;
  /** The coordination layer's guard let it through already. */
  judged?: boolean | undefined;
  own?: boolean | undefined;
  by?: 'client' | undefined;
}

/** Options for judging acts. */
export interface ActJudgeOptions {
  contract: Contract;
  /** The attempt's guard. */
  guard: Guard;
  /** false: guardrails are switched off, and the guard is not asked. */
  guarded: boolean;
}

/** Function that judges a question by the guard and by the contract's policy. */
export type ActJudge = (question: ActQuestion, context: ActContext) => JudgedQuestion;

/** Maximum length of a path; longer ones belong to no file. */
const MAX_PATH = 4096;

const EMPTY_FACTS: CommandFacts = { commands: [], wrapped: [], unread: null, installs: [] };
const UNREADABLE_FACTS: CommandFacts = { ...EMPTY_FACTS, unread: 'too much' };

/** Creates the judge of the acts of one attempt. It records nothing. */
export function createActJudge({ contract, guard, guarded }: ActJudgeOptions): ActJudge {
  const { commands: policy, trust_level } = contract.policy;
  const readCycle = createCycleReader(contract);
  return (given, { road, workspace, judged, own, by }) => {
    const question: ActQuestion =
      given.form === 'edit' && given.path.length > MAX_PATH ? { form: 'unread', text: given.path } : given;
    const principal = { trust: trust_level, workspace };
    const isCommand = question.form === 'command' || question.form === 'code';
    const reading = isCommand ? parseQuestion(question, guard) : undefined;
    const unread_facts = question.form === 'unread' ? UNREADABLE_FACTS : EMPTY_FACTS;
    const facts = reading ? getCommandFacts(reading) : unread_facts;
    const ask = () => (judged ? ALLOWED_ANSWER : askGuard(guard, question, reading, principal));
    const answer = guarded ? ask() : null;
    const act = {
      road,
      form: question.form === 'unread' ? ('text' as const) : question.form,
      text: getQuestionText(question),
      guard: answer,
      facts,
      isAllowedByEntries: () => {
        const remaining = reading && omitAllowedCommands(reading, question, policy.allow);
        return remaining !== undefined && askGuard(guard, question, remaining, principal).verdict === 'allow';
      },
      is_own: own === true,
      by,
    };
    const cycle = reading && question.form === 'command' ? readCycle(reading.invocations, question.command) : null;
    return { ...decideActRuling(act, policy), question, guard: answer, facts, cycle, by };
  };
}

/** Parses a command once. A failed parse counts as unreadable, not as permission. */
function parseQuestion(question: Extract<ActQuestion, { command: string }>, guard: Guard): ParsedCommand {
  const folder = question.form === 'command' ? question.folder : undefined;
  try {
    return guard.parse(question.command, folder);
  } catch {
    return { invocations: [], problem: { kind: 'too-much', detail: 'it could not be read' } };
  }
}

function askGuard(
  guard: Guard,
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

/** Returns a command without the parts that the policy allows; undefined if it allows none. */
function omitAllowedCommands(
  reading: ParsedCommand,
  { form }: ActQuestion,
  allowed: readonly string[] | undefined,
): ParsedCommand | undefined {
  if (form !== 'command') return undefined;
  const invocations = reading.invocations.filter(
    (invocation) => !allowed?.some((entry) => isNamedByEntry(getCommandWords(invocation), entry)),
  );
  return invocations.length === reading.invocations.length ? undefined : { ...reading, invocations };
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
        ...omitUndefined({ folder, reading }),
      };
    }
    case 'edit': {
      const { path, content, replaces } = question;
      return {
        write: path,
        ...omitUndefined({ content, replaces }),
      };
    }
    case 'text':
      return { text: question.text };
  }
  return question satisfies never;
}
