import type { Plan } from '../../../record/planning/plan.js';
import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import { GATE_NAMES, type GateId, type VerdictStatus } from '../../../record/verdict/verdict.js';
import { formatQuantity } from '../../text/format_quantity.js';
import { compareCodeUnits, findDecidingGate } from './attempt_row.js';
import { concludeGate, type GateConclusion, type GateInput, selectGateInput } from './gate_conclusion.js';

/** Baselines that check a contract: the known-good patch, and no change. */
type BaselineRole = 'golden' | 'noop';

/** Attempt that a plan expects of a baseline. */
export type PlannedBaseline = Pick<BaselineTally, 'role' | 'task'>;

/** Baseline that did not end as it must, or has no result. */
export interface BaselineFault extends PlannedBaseline {
  status: VerdictStatus | 'missing';
}

/** Attempts of one baseline at one contract that ended alike. */
export interface BaselineTally {
  task: string;
  version: string;
  /** Kind of the task; null in results that name none. */
  kind: AttemptResult['contract']['kind'] | null;
  /** True if the contract has a reference solution; undefined in results that do not tell. */
  has_golden: boolean | undefined;
  role: BaselineRole;
  /** True if a mechanism was switched off. */
  ablated: boolean;
  status: VerdictStatus;
  /** Gate that decided; null for a pass and for an invalid attempt. */
  gate: GateId | null;
  /** Reason of that gate, else of the verdict; foreign text. */
  why: string;
  count: number;
}

/** Check of one contract by golden and noop: golden must pass, and noop must fail. */
export interface ContractCheck {
  task: string;
  version: string;
  /** True if no change passes, and an effect must fail: noop must pass, and there is no golden. */
  negative: boolean;
  state: 'works' | 'broken' | 'undecided';
  /** Attempts that ended otherwise than expected, in words with the reason; foreign text. */
  because: string[];
  /** Next step of the contract's author, for each of these. */
  next: string[];
}

const EXPECTED_STATUS: Record<BaselineRole, VerdictStatus> = { golden: 'success', noop: 'failure' };

/** Returns which baseline made an attempt; undefined for any other agent. */
function getBaselineRole({ agent: { kind } }: Pick<AttemptResult, 'agent'>): BaselineRole | undefined {
  return kind === 'golden' || kind === 'noop' ? kind : undefined;
}

/** Creates the tally of one attempt; undefined if no baseline made it. */
export function createBaselineTally(result: AttemptResult): BaselineTally | undefined {
  const role = getBaselineRole(result);
  if (role === undefined) return undefined;
  const { contract, verdict } = result;
  const deciding = findDecidingGate(verdict.status, verdict.gates);
  return {
    task: contract.id,
    version: contract.version,
    kind: contract.kind,
    has_golden: contract.has_golden,
    role,
    ablated: result.ablation !== '' && result.ablation !== 'none',
    status: verdict.status,
    gate: deciding?.gate ?? null,
    why: deciding?.why || verdict.reason,
    count: 1,
  };
}

/**
 * Checks each contract by the attempts of both baselines, in the order of the contracts' ids.
 *
 * @param part true for a shard, where the other baseline of a contract may be in another shard
 */
export function createContractChecks(tallies: readonly BaselineTally[], part = false): ContractCheck[] {
  const contracts = new Map<string, BaselineTally[]>();
  for (const tally of tallies) {
    const key = `${tally.version} ${tally.task}`;
    contracts.set(key, [...(contracts.get(key) ?? []), tally]);
  }
  return [...contracts.values()]
    .flatMap(([first, ...more]) => (first === undefined ? [] : [checkContract([first, ...more], part)]))
    .sort((a, b) => compareCodeUnits(a.task, b.task) || compareCodeUnits(a.version, b.version));
}

function checkContract(tallies: readonly [BaselineTally, ...BaselineTally[]], part: boolean): ContractCheck {
  const [{ task, version }] = tallies;
  const negative = isNegativeOracle(tallies[0], tallies);
  const unexpected = tallies.filter((tally) => !isExpected(tally, tallies) && !(negative && tally.role === 'golden'));
  const roles = (['golden', 'noop'] as const).filter((role) => !part && !(negative && role === 'golden'));
  const absent = roles.filter((role) => tallies.every((one) => one.role !== role));
  const is_broken = unexpected.some(({ status }) => status === 'success' || status === 'failure');
  const doubt = unexpected.length > 0 || absent.length > 0 ? 'undecided' : 'works';
  return {
    ...{ task, version, negative },
    state: is_broken ? 'broken' : doubt,
    because: [...new Set([...formatAllUnexpected(unexpected), ...absent.map((role) => `${role} has no result`)])],
    next: [
      ...new Set([
        ...unexpected.map((tally) => getNextStep(tally, negative)),
        ...absent.map(() => (negative ? 'Run noop to the end.' : 'Run golden and noop to the end.')),
      ]),
    ],
  };
}

/** Formats the reasons of both baselines, once if neither attempt could be made for the same reason. */
function formatAllUnexpected(wrong: readonly BaselineTally[]): string[] {
  const [first, ...rest] = wrong;
  const is_same = rest.length > 0 && rest.every(({ why }) => why === first?.why);
  if (first === undefined || !is_same || wrong.some(({ status }) => status !== 'invalid'))
    return wrong.map(formatUnexpected);
  return [`golden and noop are undecided (invalid): ${first.why}`];
}

function formatUnexpected({ role, status, gate, why }: BaselineTally): string {
  const place = gate === null ? '' : ` at ${gate} ${GATE_NAMES[gate]}`;
  const reason = why === '' ? '' : `: ${why}`;
  if (status === 'success') return `${role} passes: every gate accepts the repository without a change${reason}`;
  if (status === 'failure') return `${role} fails${place}${reason}`;
  return `${role} is undecided${place || ' (invalid)'}${reason}`;
}

function getNextStep({ role, status, gate }: BaselineTally, negative: boolean): string {
  if (negative && status === 'failure') return 'Correct the check: it reports an effect where nothing was changed.';
  if (status === 'success') return 'Add a check that fails before the change, or name such a test under fail_to_pass.';
  if (status === 'invalid') return 'Mend what kept the attempts from being made, then check again.';
  if (status !== 'failure')
    return role === 'noop'
      ? 'Make the checks report a failure where the change is missing: exit status and report must agree.'
      : 'Mend what kept the checks from deciding, then check again.';
  if (gate === 'G1') return 'Make the golden patch anew, with git diff against the pinned snapshot.';
  if (gate === 'G4') return 'Allow in the policy what the golden patch needs, or leave it out of the patch.';
  return 'Correct the golden patch, or the check that it fails.';
}

/**
 * Concludes checks of contracts: broken is a failure, undecided is indecisive.
 *
 * @param missing number of expected attempts without a result
 */
export function concludeContractChecks(checks: readonly ContractCheck[], missing: number): GateConclusion {
  if (checks.some(({ state }) => state === 'broken')) return 'failure';
  const open = checks.length === 0 || missing > 0 || checks.some(({ state }) => state === 'undecided');
  return open ? 'indecisive' : 'success';
}

/** Formats how the baselines of contracts that work end. */
function formatOutcome(checks: readonly ContractCheck[]): string {
  if (checks.every(({ negative }) => negative)) return 'noop passes, an effect must fail';
  return checks.some(({ negative }) => negative) ? 'each baseline ends as it must' : 'golden passes, noop fails';
}

/** Formats checks of contracts as one line of numbers, without foreign text. */
export function formatContractChecks(checks: readonly ContractCheck[]): string {
  const count = (state: ContractCheck['state']) => checks.filter((check) => check.state === state).length;
  const [works, broken, undecided] = [count('works'), count('broken'), count('undecided')];
  const all = checks.length;
  if (all > 0 && works === all)
    return `${all === 1 ? 'contract works' : `${all} contracts work`}: ${formatOutcome(checks)}`;
  const parts = [
    ...(broken === 0 ? [] : [all === 1 ? 'contract does not work' : `${broken} of ${all} contracts do not work`]),
    ...(undecided === 0 ? [] : [all === 1 ? 'contract undecided' : `${undecided} of ${all} contracts undecided`]),
    ...(works === 0 ? [] : [`${works} ${works === 1 ? 'works' : 'work'}`]),
  ];
  return parts.length === 0 ? 'no contract was checked' : parts.join(', ');
}

/** Formats the attempts of baselines as one line of numbers; empty if there are none. */
export function formatBaselines(tallies: readonly BaselineTally[]): string {
  const words = (['golden', 'noop'] as const).flatMap((role) => {
    const role_tallies = tallies.filter((tally) => tally.role === role);
    const sum = (some: readonly BaselineTally[]) => some.reduce((all, { count }) => all + count, 0);
    const passed = sum(role_tallies.filter(({ status }) => status === 'success'));
    return role_tallies.length === 0 ? [] : [`${role} ${passed} of ${sum(role_tallies)} pass`];
  });
  if (words.length === 0) return '';
  const tail = tallies.every((tally) => isExpected(tally, tallies))
    ? 'as they should'
    : 'NOT as they should: golden must pass, noop must fail';
  const negative = tallies.some((tally) => isNegativeOracle(tally, tallies));
  return (
    `baselines: ${words.join(', ')}, ` +
    `${tail}${negative ? ' (of an effect that must not happen, noop must pass)' : ''}`
  );
}

/**
 * Tells whether the end of attempts with all mechanisms on shows that a contract, or the run itself, does not work:
 * golden did not pass, or noop passed. A noop may be undecided, since hidden tests may need the change to start at all.
 *
 * @param all tallies of the same results
 */
export function isUnsoundBaseline(tally: BaselineTally, all: readonly BaselineTally[]): boolean {
  if (tally.ablated || isExpected(tally, all)) return false;
  const may_be_undecided = tally.role === 'noop' && !isNegativeOracle(tally, all);
  return !(may_be_undecided && tally.status === 'acceptance_error');
}

const END_WORDS: Record<BaselineFault['status'], string> = {
  success: 'passed',
  failure: 'failed',
  acceptance_error: 'was undecided',
  invalid: 'was invalid',
  missing: 'has no result',
};
/** Names that a headline may hold as they are: nothing in them means anything to a renderer. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/;

/** Formats how baselines ended, for a headline: "golden failed in csv, noop passed in 2 contracts". */
export function formatUnsoundBaselines(faults: readonly BaselineFault[]): string {
  const words = (['golden', 'noop'] as const).flatMap((role) => {
    const role_faults = faults.filter((fault) => fault.role === role);
    const [first] = role_faults;
    if (first === undefined) return [];
    const end = role_faults.every(({ status }) => status === first.status) ? END_WORDS[first.status] : 'ended wrongly';
    const tasks = new Set(role_faults.map(({ task }) => task));
    const is_named = tasks.size === 1 && PLAIN_NAME.test(first.task);
    return [`${role} ${end} in ${is_named ? first.task : formatQuantity(tasks.size, 'contract')}`];
  });
  return words.join(', ');
}

const isExpected = (tally: BaselineTally, all: readonly BaselineTally[]): boolean =>
  tally.status === (isNegativeOracle(tally, all) ? 'success' : EXPECTED_STATUS[tally.role]);

/**
 * Tells whether the oracle of a contract is negative, so that no change passes: one of safety without a reference
 * solution.
 */
const isNegativeOracle = ({ task, version, kind }: BaselineTally, all: readonly BaselineTally[]): boolean =>
  kind === 'safety' &&
  !all
    .filter((one) => one.task === task && one.version === version)
    // A result of golden shows a reference solution where the results themselves do not tell.
    .some((one) => one.has_golden ?? one.role === 'golden');

/** Formats the check of one contract: its line, then what to do about each reason. The text is foreign. */
export function formatContractCheckLines({ task, negative, state, because, next }: ContractCheck): string[] {
  if (state === 'works')
    return [`${task}: contract works: ${negative ? 'noop passes, an effect must fail' : 'golden passes, noop fails'}`];
  const word = state === 'broken' ? 'contract does not work' : 'contract undecided';
  return [`${task}: ${word}: ${because.join('; ')}`, ...next.map((step) => `  Next: ${step}`)];
}

/** Returns true if golden and noop are all that was tried: a check of contracts, not of agents. */
export const isContractCheck = (roles: Iterable<string | undefined>): boolean => {
  const all = new Set(roles);
  return all.size === 2 && all.has('golden') && all.has('noop');
};

/** Finds the attempts of golden and noop with all mechanisms on, by id. */
export function findPlannedBaselines({
  arms,
  attempts,
}: Pick<Plan, 'arms' | 'attempts'>): ReadonlyMap<string, PlannedBaseline> {
  const roles = new Map(
    arms.flatMap(({ id, role, ablation }) =>
      (role === 'golden' || role === 'noop') && ablation === 'none' ? [[id, role] as const] : [],
    ),
  );
  return new Map(
    attempts.flatMap(({ attempt_id, task, arm }) => {
      const role = roles.get(arm);
      return role === undefined ? [] : [[attempt_id, { role, task }] as const];
    }),
  );
}

/**
 * Concludes the gate of a plan from its results. A plan of golden and noop alone checks its contracts: golden must
 * pass, and noop must fail.
 */
export function concludePlan(plan: Pick<Plan, 'arms' | 'gate' | 'attempts'>, input: GateInput): GateConclusion {
  const { results, missing } = selectGateInput(plan, input);
  const { fail_on, coverage_floor, min_strength } = plan.gate;
  if (fail_on === 'gates' && isContractCheck(plan.arms.map(({ role }) => role))) {
    const part = results.length + missing.length < plan.attempts.length;
    const checks = createContractChecks(
      results.flatMap((result) => createBaselineTally(result) ?? []),
      part,
    );
    return concludeContractChecks(checks, missing.length);
  }
  return concludeGate(results, { missing, fail_on, coverage_floor, min_strength });
}
