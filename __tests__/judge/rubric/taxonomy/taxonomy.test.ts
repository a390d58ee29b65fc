import { readFileSync } from 'node:fs';
import { RUBRIC_VERSION } from '../../../../src/judge/rubric/score_attempt.js';
import { createPublishedRubric, defaultWeights } from '../../../../src/judge/rubric/scores/default_weights.js';
import { formatTaxonomyLines, taxonomy } from '../../../../src/judge/rubric/taxonomy/taxonomy.js';
import { eventTypes } from '../../../../src/record/events/event.js';
import { GATES } from '../../../../src/record/verdict/verdict.js';

// Holds S6
describe('the published rubric', () => {
  it('schema/failure_modes.jsonl is the taxonomy, line by line', () => {
    expect(readFileSync('schema/failure_modes.jsonl', 'utf8').split('\n')).toEqual(formatTaxonomyLines().split('\n'));
  });

  // Holds S4
  it('schema/gated_rubric.json holds the gates and weights in force', () => {
    expect(JSON.parse(readFileSync('schema/gated_rubric.json', 'utf8'))).toEqual(createPublishedRubric(RUBRIC_VERSION));
  });

  it('the graded weights are nonnegative and sum to 1', () => {
    const weights = Object.values(defaultWeights.graded);
    expect(weights.every((weight) => weight >= 0)).toBe(true);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
  });
});

describe('the failure taxonomy', () => {
  it('names every mode once', () => {
    const ids = taxonomy.map((mode) => mode.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('asks for evidence that a record can hold', () => {
    for (const mode of taxonomy) {
      expect(mode.minimum_evidence.condition).not.toBe('');
      expect(mode.minimum_evidence.events.length).toBeGreaterThan(0);
      for (const type of mode.minimum_evidence.events) expect([...eventTypes, 'manifest']).toContain(type);
    }
  });

  it('can explain the failure and the error of every gate', () => {
    for (const gate of GATES) {
      const explains = taxonomy.filter((mode) => (mode.gates as readonly string[]).includes(gate));
      expect(explains.map((mode) => mode.id)).toContain('evaluation-error');
      expect(explains.some((mode) => mode.attribution === 'agent')).toBe(true);
    }
  });

  it('tells apart natural text and code where an operation was asked for', () => {
    expect(taxonomy.filter((mode) => 'format' in mode).map((mode) => mode.id)).toEqual([
      'os-level-risk',
      'denied-act',
      'monitor-alert',
    ]);
  });
});
