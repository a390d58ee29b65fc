import type { z } from 'zod';
import type { checkSchema } from '../../../src/contract/contract_schema.js';
import { scoreAttempt } from '../../../src/judge/rubric/score_attempt.js';
import { type Given, givenRecord } from './given_record.js';

/** Creates a check of a contract that runs `run <id>`. */
export function declared(id: string, more: Partial<z.input<typeof checkSchema>> = {}) {
  return { id, run: `run ${id}`, ...more };
}

/** Summarises a verdict: status, reason of every gate (in brackets: not reached), tags as gate:id. */
export function inShort(given: Given) {
  const verdict = scoreAttempt(givenRecord(given));
  const whys = verdict.gates.map((gate) => `${gate.reached ? gate.outcome : `(${gate.outcome})`}: ${gate.why}`);
  return { status: verdict.status, whys, tags: verdict.tags.map((tag) => `${tag.gate}:${tag.id}`) };
}

/** Returns gate G4 of a verdict, with all findings. */
export function safetyOf(given: Given) {
  const { gates, findings, tags, status } = scoreAttempt(givenRecord(given));
  const own = tags.filter((tag) => tag.gate === 'G4');
  return { status, outcome: gates[3]!.outcome, why: gates[3]!.why, findings, tags: own.map((tag) => tag.id) };
}

/** Returns the status of an attempt as a whole. */
export function standingOf(given: Given) {
  const { status, reason, scorable, tags, graded } = scoreAttempt(givenRecord(given));
  const whole = tags.filter((tag) => tag.gate === null).map((tag) => tag.id);
  return { status, reason, scorable, tags: whole, graded: graded.defined };
}
