import { findDecidingModelCheck } from '../../../contract/checks/check.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import {
  type ChallengeRoundDecision,
  type ChallengeRoundResult,
  decideChallengeRound,
  evaluateChallengeRound,
} from '../../../record/checks/evaluate_challenge_round.js';
import {
  computeChallengeBits,
  computeCommitment,
  computeWeakestTestBits,
  planChallenge,
} from '../../../record/checks/plan_challenge.js';
import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import { listQuarantinedNames } from '../../../record/tests/evaluate_required_tests.js';
import type { Evidence, OracleEvidence } from '../../../record/verdict/verdict.js';
import { resolveRequiredTests } from '../checks/resolve_required_tests.js';
import { formatRemainder, toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import type { EvidenceGap } from '../trace/evidence_gap.js';

type OracleReference = Event<'oracle_reference'>;
type ChallengeTest = OracleReference['payload']['pool'][number];

/**
 * Verdict on the challenge rounds of an attempt.
 *
 * - `held`: the requested number of rounds came out as they must.
 * - `partial`: tests with true expectations failed in some rounds, which decides nothing; the others came out as they must.
 * - `forged`: a test passed with two wrong expectations.
 * - `inconclusive`: rounds could not be completed.
 * - `none`: no rounds were requested, or no expectation can be varied.
 */
interface ChallengeVerdict {
  standing: 'held' | 'partial' | 'forged' | 'inconclusive' | 'none';
  why: string;
  evidence: Evidence[];
  /** Number of requested rounds that held. */
  held: number;
  repeated: number;
  /** Number of further runs of rounds. Each gives a forger another chance, which costs at most one bit. */
  again: number;
  /** Places that were wrong in rounds that held, as "index of the test in the pool.place". */
  places: ReadonlySet<string>;
}

const NO_CHALLENGE = { evidence: [], held: 0, repeated: 0, again: 0, places: new Set<string>() };

/** Judges the challenge rounds of an attempt from its record. */
export function judgeChallenge(trace: AttemptTrace): ChallengeVerdict {
  const reference = findOracleReference(trace);
  const none = (why: string): ChallengeVerdict => ({ standing: 'none', why, ...NO_CHALLENGE });
  if (!reference) return none('no challenge was made');
  const { limits } = reference.payload;
  if (limits.rounds === 0) return none(limits.because);
  const rounds = readRounds(trace, reference);
  if (rounds.length === 0) return none('no challenge was made');
  const good = rounds.filter(({ decision }) => decision === 'held');
  const evidence_parts = {
    held: good.length,
    repeated: rounds.filter(({ round }) => round > limits.rounds).length,
    again: rounds.reduce((sum, { tries }) => sum + tries - 1, 0),
    places: new Set(good.flatMap(({ places }) => places)),
  };
  const evidence = (of: readonly ChallengeRound[]): Evidence[] => of.flatMap((one) => one.evidence).slice(0, 20);
  const forged = rounds.find(({ decision }) => decision === 'forged');
  if (forged) {
    const names = `${forged.tests[0] ?? 'a test'}${formatRemainder(forged.tests.length)}`;
    const why = `passes with two wrong expectations: ${names}`;
    return { standing: 'forged', why: toOneLine(why), evidence: evidence([forged]), ...evidence_parts };
  }
  if (good.length >= limits.rounds) return { standing: 'held', why: '', evidence: evidence(rounds), ...evidence_parts };
  const open = rounds.filter(({ decision }) => decision !== 'held');
  const failed = open.length > 0 && open.every(({ decision }) => decision === 'failed');
  const [first] = open;
  const contradiction =
    'passes in acceptance and not in a round with the same expectation: ' +
    `${first?.tests[0] ?? 'a test'}${formatRemainder(first?.tests.length ?? 0)}`;
  const problem = failed ? contradiction : (first?.why ?? 'not all rounds were made');
  return {
    standing: failed ? 'partial' : 'inconclusive',
    why: toOneLine(`${good.length} of ${limits.rounds} challenge rounds came to an end: ${problem}`),
    evidence: evidence(open.length > 0 ? open : rounds),
    ...evidence_parts,
  };
}

/** Computes the strength that the rounds of an attempt give its pass. */
export function computeChallengeStrength(trace: AttemptTrace): OracleEvidence['strength'] {
  const reference = findOracleReference(trace);
  const { standing, why, held: held_rounds, repeated, again, places } = judgeChallenge(trace);
  const graded = findDecidingModelCheck(trace.contract);
  const pool = reference?.payload.pool ?? [];
  const counted = selectCountedTests(pool, trace);
  const tests = counted.length;
  const total = tests + (reference?.payload.missing_count ?? 0);
  const complete =
    (standing === 'held' || (standing === 'partial' && held_rounds > 0)) && tests > 0 && graded === undefined;
  const wanted_bits = trace.contract.oracle.challenge.strength;
  // Planned rounds that did not hold have used up places.
  const lost_rounds =
    repeated + (standing === 'partial' ? Math.max(0, (reference?.payload.limits.rounds ?? 0) - held_rounds) : 0);
  const bits = complete ? Math.max(0, computeChallengeBits(held_rounds, counted, lost_rounds) - again) : null;
  const has_places = complete && counted.every(({ sites }) => sites);
  const short = bits !== null && bits < wanted_bits ? why || reference!.payload.limits.because : '';
  const explain = (): string => {
    if (graded) return `a judge model decides ${graded.id}`;
    if (complete) return short;
    return standing === 'held' ? reference!.payload.limits.because : why;
  };
  return {
    bits,
    rounds: complete ? held_rounds : 0,
    repeated,
    tests: complete ? tests : 0,
    total,
    per_test_bits: complete ? computeWeakestTestBits(held_rounds, counted, lost_rounds) : null,
    ...omitUndefined({ places: has_places ? countPlaces(counted, pool, places) : undefined }),
    because: explain(),
  };
}

/** Counts the places of the tests that count, and those of them that were wrong in a round. */
function countPlaces(
  counted: readonly ChallengeTest[],
  pool: readonly ChallengeTest[],
  seen: ReadonlySet<string>,
): { varied: number; total: number } {
  const sites = counted.flatMap((test) => test.sites!.map((_, place) => `${pool.indexOf(test)}.${place}`));
  return { varied: sites.filter((place) => seen.has(place)).length, total: sites.length };
}

/** Selects the tests of a pool that count. Quarantined tests, by the reports of their check, do not. */
function selectCountedTests(pool: readonly ChallengeTest[], trace: AttemptTrace): ChallengeTest[] {
  const out = new Set<string>();
  for (const check of trace.contract.acceptance) {
    if (check.quarantine.length === 0) continue;
    for (const { payload } of selectEvents(trace.record.events, 'acceptance_check')) {
      if (payload.check !== check.id || payload.report.state !== 'read') continue;
      for (const name of listQuarantinedNames(check, payload.report.report)) out.add(`${check.id} ${name}`);
    }
  }
  return pool.filter(({ check, test, counts }) => counts && !out.has(`${check} ${test}`));
}

/** Finds challenge rounds that contradict the revealed secret, or that are missing although the checks passed. */
export function findChallengeGaps(trace: AttemptTrace, passed: boolean): EvidenceGap[] {
  const reference = findOracleReference(trace);
  const events = selectEvents(trace.record.events, 'challenge');
  const commitment = selectEvents(trace.record.events, 'challenge_commitment').at(-1);
  const reveal = selectEvents(trace.record.events, 'challenge_reveal').at(-1);
  if (!commitment) {
    if (events.length > 0)
      return [{ what: 'challenge rounds without a commitment', evidence: { seq: events[0]!.seq } }];
    return passed && reference && reference.payload.limits.rounds > 0
      ? [{ what: 'the challenge rounds were not made', evidence: { seq: reference.seq } }]
      : [];
  }
  const toEvidence = (event: { seq: number }): Evidence => ({ seq: event.seq });
  if (!reference) return [{ what: 'challenge rounds without a reference', evidence: toEvidence(commitment) }];
  if (!reveal)
    return [{ what: 'the order of the challenge rounds was not revealed', evidence: toEvidence(commitment) }];
  const { secret } = reveal.payload;
  if (computeCommitment(secret) !== commitment.payload.digest)
    return [{ what: 'the revealed secret is not the one that was committed to', evidence: toEvidence(reveal) }];
  const late = events.find(({ seq }) => seq < commitment.seq || seq > reveal.seq);
  if (late) return [{ what: 'a challenge round lies outside commitment and reveal', evidence: toEvidence(late) }];
  const { pool, limits } = reference.payload;
  const plan = planChallenge(secret, { tests: pool, rounds: limits.rounds });
  const tried = new Set<string>();
  for (const event of events) {
    const { check, round, wrong: choices } = event.payload;
    const planned = (plan.rounds[round - 1] ?? []).filter((choice) => pool[choice.test]!.check === check);
    // The first run has the planned values; further ones may have another value at the same place.
    const first = !tried.has(`${round} ${check}`);
    tried.add(`${round} ${check}`);
    const same =
      planned.length === choices.length &&
      planned.every(
        ({ test, variant }, i) =>
          pool[test]!.test === choices[i]!.test &&
          (variant === choices[i]!.variant ||
            (!first && findPlace(variant, pool[test]!) === findPlace(choices[i]!.variant, pool[test]!))),
      );
    if (!same)
      return [{ what: `challenge round ${round} is not the one that was planned`, evidence: toEvidence(event) }];
  }
  const acceptance = selectEvents(trace.record.events, 'acceptance_check').find(({ payload }) => payload.execution);
  const earlier_rounds = new Set(
    events.filter(({ seq }) => acceptance && seq < acceptance.seq).map(({ payload }) => payload.round),
  );
  const { standing } = judgeChallenge(trace);
  if (passed && standing === 'held' && earlier_rounds.size !== plan.position)
    return [
      {
        what: 'acceptance does not stand where it was planned among the challenge rounds',
        evidence: toEvidence(reveal),
      },
    ];
  const round_count = new Set(events.map(({ payload }) => payload.round)).size;
  const isBroken = standing === 'forged';
  if (passed && !isBroken && round_count < limits.rounds)
    return [{ what: `${round_count} of ${limits.rounds} challenge rounds were made`, evidence: toEvidence(reveal) }];
  const checks = new Set(pool.map(({ check }) => check));
  const partial = [...new Set(events.map(({ payload }) => payload.round))].find((round) => {
    const round_checks = new Set(events.flatMap(({ payload }) => (payload.round === round ? [payload.check] : [])));
    return [...checks].some((check) => !round_checks.has(check));
  });
  if (passed && partial !== undefined)
    return [{ what: `challenge round ${partial} was not made for every check`, evidence: toEvidence(reveal) }];
  const cut = events.find(({ payload }) => payload.not_run?.because === 'interrupted');
  if (cut)
    return [{ what: 'a challenge round was not run: the evaluation was interrupted', evidence: toEvidence(cut) }];
  return [];
}

/** Returns the last event that describes the reference solution. */
export const findOracleReference = (trace: AttemptTrace): OracleReference | undefined =>
  selectEvents(trace.record.events, 'oracle_reference').at(-1);

interface ChallengeRound {
  round: number;
  /** Number of times the round was made. */
  tries: number;
  decision: ChallengeRoundDecision;
  why: string;
  tests: string[];
  places: string[];
  evidence: Evidence[];
}

/** Reads the rounds in the order in which they were made, each with all its checks and runs. */
function readRounds(trace: AttemptTrace, reference: OracleReference): ChallengeRound[] {
  const all = selectEvents(trace.record.events, 'challenge');
  const numbers = [...new Set(all.map(({ payload }) => payload.round))];
  return numbers.map((round) => {
    const tries = groupTries(all.filter(({ payload }) => payload.round === round));
    const results = tries.map((events) => events.map((event) => readEventStanding(event, trace, reference)));
    const evidence = tries.flat().map(({ seq, payload }) => ({
      seq,
      ...omitUndefined({ command: payload.execution?.command }),
    }));
    const places = tries.at(-1)!.flatMap(({ payload }) => listWrongPlaces(payload, reference));
    return { round, tries: tries.length, places, evidence, ...decideChallengeRound(results) };
  });
}

const listWrongPlaces = ({ check, wrong }: Event<'challenge'>['payload'], { payload: { pool } }: OracleReference) =>
  wrong.map(({ test, variant }) => {
    const index = pool.findIndex((one) => one.check === check && one.test === test);
    return `${index}.${findPlace(variant, pool[index])}`;
  });

/** Finds the place that a variant belongs to. In older records each variant was a place. */
function findPlace(variant: number, test: ChallengeTest | undefined): number {
  if (!test?.sites) return variant;
  let left = variant;
  return test.sites.findIndex((count) => {
    left -= count;
    return left < 0;
  });
}

/** Groups the events of one round by try. Each try has one event of every check. */
function groupTries(events: readonly Event<'challenge'>[]): Event<'challenge'>[][] {
  const tries: Event<'challenge'>[][] = [];
  for (const event of events) {
    const index = tries.findIndex((one) => one.every(({ payload }) => payload.check !== event.payload.check));
    if (index < 0) tries.push([event]);
    else tries[index]!.push(event);
  }
  return tries;
}

function readEventStanding(
  { payload }: Event<'challenge'>,
  trace: AttemptTrace,
  { payload: { pool } }: OracleReference,
): ChallengeRoundResult {
  const { execution, not_run, report, wrong: choices } = payload;
  if (!execution)
    return { kind: 'stopped', why: `not run: ${not_run?.detail || not_run?.because || 'no reason is recorded'}` };
  const check = trace.contract.acceptance.find(({ id }) => id === payload.check);
  return evaluateChallengeRound(execution, report, {
    check: payload.check,
    pool: pool.filter((one) => one.check === payload.check),
    wrong: new Set(choices.map(({ test }) => test)),
    renamed: new Map(choices.flatMap(({ test, renamed }) => (renamed === undefined ? [] : [[renamed, test]]))),
    required: check ? resolveRequiredTests(check, trace) : { names: [], quarantine: [] },
    narrow: trace.contract.oracle.challenge.run !== undefined,
  });
}
