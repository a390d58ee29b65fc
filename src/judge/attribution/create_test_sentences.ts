import type { Event } from '../../record/events/event.js';
import { isMediatedCall, selectEvents } from '../../record/events/select_events.js';
import { formatRemainder } from '../rubric/text/to_one_line.js';
import type { AgentStep } from './agent_step.js';
import type { CausalSentence } from './causal_sentence.js';
import type { FailedCheck } from './find_failed_check.js';
import { findFirstAppearance } from './find_first_appearance.js';
import { quoteName } from './quote_name.js';

interface TestFacts {
  steps: readonly AgentStep[];
  failure: FailedCheck;
  extraction: Event<'workspace_mutation'> | undefined;
  termination: Event<'termination'> | undefined;
  diffs: Event<'recent_diffs'> | undefined;
}

/** Bytes of diffs above which a change is called large. */
const LARGE_DIFF_BYTES = 4096;

/** Formats what failed: the first of the failed tests, else the check. */
const formatFailure = ({ check, tests: [first, ...rest] }: FailedCheck): string =>
  first === undefined ? `the check ${quoteName(check)}` : `${quoteName(first.name)}${formatRemainder(rest.length + 1)}`;

/** Creates sentences on what an agent did with its tests. @param steps complete, with what was recorded of them */
export function createTestSentences(
  events: readonly Event[],
  steps: readonly AgentStep[],
  failure: FailedCheck,
): CausalSentence[] {
  const facts: TestFacts = {
    steps,
    failure,
    extraction: selectEvents(events, 'workspace_mutation').at(-1),
    termination: selectEvents(events, 'termination').at(-1),
    diffs: selectEvents(events, 'recent_diffs').at(-1),
  };
  const runs = steps.filter(({ act, was_made }) => act.cycle === 'test' && was_made);
  const appearance = findFirstAppearance(runs, failure.tests);
  const first_seen: CausalSentence[] = [];
  if (appearance !== undefined) {
    const name = quoteName(appearance.test.name);
    const text = `The failing assertion of ${name} first appeared in a test run of the agent itself.`;
    first_seen.push({ kind: 'first-seen', text, seqs: [appearance.step.seq, failure.seq] });
  }
  const last = runs.at(-1);
  if (last === undefined) return [...createNoTestsSentences(facts), ...first_seen];
  return [
    ...createRegressionStepSentences(steps, runs),
    ...(isInOrder(last, steps) ? createLastRunSentences(last, facts) : []),
    ...first_seen,
  ];
}

/** Creates nothing where one of the steps may have been a test run all the same. */
function createNoTestsSentences({ steps, failure, extraction }: TestFacts): CausalSentence[] {
  const [first, last] = [steps[0], steps.at(-1)];
  const has_change = (extraction?.payload.files.length ?? 0) > 0;
  if (first === undefined || last === undefined || !has_change) return [];
  if (steps.some((step) => step.act.cycle === 'test' || mayBeTestRun(step))) return [];
  const count =
    steps.length === 1 ? 'its only command or edit is none' : `none of its ${steps.length} commands and edits is one`;
  return [
    {
      kind: 'no-tests',
      text: `The record shows no test run of the agent: ${count}.`,
      seqs: [first.seq, last.seq, failure.seq],
    },
  ];
}

/** Creates a sentence where the same command passed before a change and failed after it. */
function createRegressionStepSentences(steps: readonly AgentStep[], runs: readonly AgentStep[]): CausalSentence[] {
  const green = runs.findLast(({ cycle }) => cycle === 'passed');
  if (green === undefined) return [];
  const red = runs.find((run) => run.started_ms >= green.ended_ms && run.act.sha256 === green.act.sha256);
  if (red?.cycle !== 'failed' || !isInOrder(green, steps) || !isInOrder(red, steps)) return [];
  const changes = steps.filter(
    ({ has_changed, started_ms, ended_ms }) =>
      has_changed && started_ms >= green.ended_ms && ended_ms <= red.started_ms,
  );
  const [change] = changes;
  if (change === undefined) return [];
  const paths = formatChanged(changes);
  const text = `The agent's tests passed before it changed ${paths}, and the next run of the same command failed.`;
  return [{ kind: 'green-before-red', text, seqs: [green.seq, change.seq, red.seq] }];
}

/** Creates sentences on what came after the last test run. */
function createLastRunSentences(run: AgentStep, facts: TestFacts): CausalSentence[] {
  const { steps, failure, extraction, termination } = facts;
  const later = steps.filter(({ started_ms }) => started_ms >= run.ended_ms);
  const changes = later.filter(({ has_changed }) => has_changed);
  const [change, last_change] = [changes[0], changes.at(-1)];
  const failed = formatFailure(failure);
  if (later.some((step) => step.act.cycle === 'test' || mayBeTestRun(step))) return [];
  // What was changed back was tested.
  const is_tested = run.tree !== null && run.tree === extraction?.payload.tree;
  if (change !== undefined && last_change !== undefined && !is_tested) {
    const result = run.cycle === null ? '' : `, which ${run.cycle},`;
    const size = isLarge(run, facts) ? ' in a large edit' : '';
    const order = `After its last recorded test run${result} the agent changed ${formatChanged(changes)}${size}`;
    const text = `${order}, and no test run followed; ${failed} fails.`;
    return [{ kind: 'edit-after-test', text, seqs: [run.seq, change.seq, last_change.seq, failure.seq] }];
  }
  if (run.cycle === 'failed' && termination?.payload.code === 'finished') {
    const text = 'The agent ended its work although its last recorded test run had failed.';
    return [{ kind: 'ended-red', text, seqs: [run.seq, termination.seq] }];
  }
  // The tree of a call that a client made is taken a little later, when it may have made the next one.
  const is_exact = (run.call !== undefined && isMediatedCall(run.call)) || later.length === 0;
  const is_final = is_exact && run.tree !== null && run.tree === extraction?.payload.tree;
  if (run.cycle !== 'passed' || !is_final || extraction === undefined) return [];
  const order = "The agent's last recorded test run passed on the files that it handed in";
  const text = `${order}, so it did not show that ${failed} fails.`;
  return [{ kind: 'same-state-green', text, seqs: [run.seq, extraction.seq, failure.seq] }];
}

/** Tells whether every other step ended before this one began, or began after it had ended. */
const isInOrder = (step: AgentStep, steps: readonly AgentStep[]): boolean =>
  steps.every((other) => other === step || other.ended_ms <= step.started_ms || other.started_ms >= step.ended_ms);

/** Formats what was changed: the path of the first edit, where there is one. */
function formatChanged(changes: readonly AgentStep[]): string {
  const paths = new Set(changes.flatMap(({ act }) => (act.form === 'edit' ? [act.text] : [])));
  const [path] = paths;
  return path === undefined || changes.some(({ act }) => act.form !== 'edit')
    ? 'files'
    : `${quoteName(path)}${formatRemainder(paths.size)}`;
}

/** Tells whether the change after a run is large, by its recorded diffs, or by the patch if it is the one change. */
function isLarge({ tree, seq }: AgentStep, { diffs, extraction }: TestFacts): boolean {
  if (tree === null) return false;
  if (diffs === undefined)
    return tree !== extraction?.payload.tree && (extraction?.payload.patch_bytes ?? 0) >= LARGE_DIFF_BYTES;
  const bytes = diffs.payload.diffs
    .filter(({ to_seq }) => to_seq === null || to_seq > seq)
    .reduce((sum, { text }) => sum + (text?.bytes ?? 0), 0);
  return bytes >= LARGE_DIFF_BYTES;
}

/** Programs that run no code of a repository. */
const QUIET_PROGRAMS = new Set(
  [
    ': [ basename base64 cat cd chmod chown clear cmp column comm cp curl cut date df diff dirname du echo egrep',
    'export false fgrep file fold grep gunzip gzip head hexdump hostname id jq kill ln ls md5sum mkdir mktemp',
    'mv nl od paste patch popd printenv printf ps pushd pwd readlink realpath rg rm rmdir sed seq set sha256sum sleep',
    'sort split stat strings submit tac tail tar tee test touch tr tree true type uname uniq unset unzip wc wget which',
    'whoami xxd zip',
  ].flatMap((line) => line.split(' ')),
);
/** Commands of git that start no hook, filter or program of a repository. */
const QUIET_GIT =
  /^git(?: -C \S+)? (?:add|branch|config|diff|grep|init|log|ls-files|ls-tree|rev-parse|show|status|tag)(?: |$)/;
/** Programs that can start others, where no option asks them to. */
const QUIET_SEARCH = /^(?:find(?!.*-(?:exec|ok))|awk(?!.*(?:system|\||getline)))(?: |$)/s;
/** Commands of an interpreter whose program stands in the command line. */
const INLINE_CODE = /^(?:node|tsx|bun|deno|python[\d.]*|pypy3?|ruby|perl)\s(?:\S+\s)*-[A-Za-z]*[cep]\b/;
/** Words without which a line of code runs no test. */
const TEST_WORDS = /test|spec|assert|check|expect|verif|system|spawn|exec|run|import|require|load|source|eval/i;
/** Commands of an act that its event has at most, and characters of its text. */
const MAX_COMMANDS = 60;
const MAX_TEXT = 2000;

/**
 * Tells whether an act that was not recognised as a test run may be one: it runs a program or a script of which the
 * record does not say what it does.
 */
function mayBeTestRun({ act: { form, cycle, commands, unread, text, bytes, road } }: AgentStep): boolean {
  if (cycle !== null || form === 'edit' || road === 'plan') return false;
  if (unread !== null || form === 'text' || commands.length >= MAX_COMMANDS) return true;
  const is_plain = bytes <= MAX_TEXT && !TEST_WORDS.test(text);
  if (form === 'code') return !is_plain;
  // A line without a command sets variables.
  return commands.some((command) => {
    const [program = ''] = command.split(' ', 1);
    if (QUIET_PROGRAMS.has(program) || QUIET_GIT.test(command) || QUIET_SEARCH.test(command)) return false;
    return !(is_plain && INLINE_CODE.test(command));
  });
}
