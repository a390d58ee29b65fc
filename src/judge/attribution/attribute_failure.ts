import { normalizeTestName } from '../../contract/checks/name_pattern.js';
import type { Event } from '../../record/events/event.js';
import { findBasePassedTests, selectEvents } from '../../record/events/select_events.js';
import type { Verdict } from '../../record/verdict/verdict.js';
import { formatRemainder, pluralise, toOneLine } from '../rubric/text/to_one_line.js';
import { readAgentSteps } from './agent_step.js';
import { type CausalSentence, causeKinds } from './causal_sentence.js';
import { createEndSentences } from './create_end_sentences.js';
import { createTestSentences } from './create_test_sentences.js';
import { type FailedCheck, findFailedCheck } from './find_failed_check.js';
import { quoteName } from './quote_name.js';

/**
 * Interpretation of a record: why an attempt probably failed (requirement R17). It decides nothing, stands in no record
 * and in no verdict, and is shown as interpretation.
 */
export interface CausalSummary {
  sentences: readonly CausalSentence[];
  /** Facts that are not known, and why; empty where the sentences leave nothing open. */
  unknown: string;
}

const MAX_SENTENCES = 5;
const MAX_CHARACTERS = 400;

/**
 * Says why an attempt probably failed, from its record alone (requirement R17): at most five sentences, none without
 * the events that show it. Nothing of it decides; the verdict is only read. It never guesses: what the record does not
 * show is unknown.
 *
 * @returns undefined for an attempt that passed
 */
export function attributeFailure(
  events: readonly Event[],
  verdict: Pick<Verdict, 'status' | 'gates' | 'checks' | 'agent_exit'>,
): CausalSummary | undefined {
  if (verdict.status === 'success') return undefined;
  const { steps, doubt } = readAgentSteps(events);
  const failure = findFailedCheck(events, verdict.checks);
  const sentences = [
    ...createEndSentences(events, verdict, doubt === '' ? steps : []),
    ...(failure === undefined || doubt !== '' ? [] : createTestSentences(events, steps, failure)),
    ...(failure === undefined ? [] : createRegressionSentences(events, failure, verdict.checks)),
    ...createPolicySentences(verdict.gates),
  ];
  const shown = selectSentences(sentences, events);
  if (doubt !== '') return { sentences: shown, unknown: `What the agent ran is not known: ${doubt}.` };
  return { sentences: shown, unknown: shown.length > 0 ? '' : 'Not known: the record shows no cause.' };
}

/** Keeps the sentences that explain most, bounded, each with events that the record has. */
function selectSentences(sentences: readonly CausalSentence[], events: readonly Event[]): CausalSentence[] {
  const numbers = new Set(events.map(({ seq }) => seq));
  return sentences
    .filter(({ seqs }) => seqs.length > 0 && seqs.every((seq) => numbers.has(seq)))
    .sort((a, b) => causeKinds.indexOf(a.kind) - causeKinds.indexOf(b.kind))
    .slice(0, MAX_SENTENCES)
    .map(({ kind, text, seqs }) => ({
      kind,
      text: toOneLine(text, MAX_CHARACTERS),
      seqs: [...new Set(seqs)].sort((a, b) => a - b),
    }));
}

/** Creates the sentence on tests that fail with the change: they pass without it, or the contract wants them kept. */
function createRegressionSentences(
  events: readonly Event[],
  { check, seq, tests }: FailedCheck,
  checks: Verdict['checks'],
): CausalSentence[] {
  const application = selectEvents(events, 'patch_applied').at(-1);
  if (application?.payload.outcome !== 'applied') return [];
  const reference = selectEvents(events, 'oracle_reference').at(-1);
  const base = new Set((findBasePassedTests(check, events) ?? []).map(normalizeTestName));
  const broken = tests.filter(({ id }) => base.has(id));
  const [first] = broken;
  if (first !== undefined && reference !== undefined) {
    const names = `${quoteName(first.name)}${formatRemainder(broken.length)}`;
    const text = `The change broke ${names}, which the unchanged repository passes.`;
    return [{ kind: 'regression', text, seqs: [reference.seq, application.seq, seq] }];
  }
  const { passed = 0, total = 0 } = checks.find((one) => one.check === check)?.pass_to_pass ?? {};
  if (tests.length === 0 || passed >= total) return [];
  const count = `${total - passed} of ${pluralise(total, 'test')}`;
  const text = `With the change, ${count} that must keep passing did not pass.`;
  return [{ kind: 'regression', text, seqs: [application.seq, seq] }];
}

/** Creates the sentence on an attempt that only the last gate fails. */
function createPolicySentences(gates: Verdict['gates']): CausalSentence[] {
  const policy = gates.find(({ gate }) => gate === 'G4');
  const is_alone = gates.every(({ gate, outcome }) => gate === 'G4' || outcome === 'pass');
  if (policy?.outcome !== 'fail' || !policy.reached || !is_alone) return [];
  const seqs = policy.evidence.flatMap(({ seq }) => (seq === undefined ? [] : [seq])).slice(0, 5);
  const text = `Build and tests passed, and only the policy was broken: ${toOneLine(policy.why, 160)}.`;
  return [{ kind: 'policy', text, seqs }];
}
