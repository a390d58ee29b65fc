import { defaultWeights } from '../../../judge/rubric/scores/default_weights.js';
import { GATE_NAMES, GATES } from '../../../record/verdict/gates.js';
import { createColumns, type ReportSection } from '../report_block.js';

/**
 * Creates the section on gates and weights of the rubric in force. A gate is drawn as a full bar: it decides alone, and
 * no score compensates for it.
 */
export function createRubricSection(version: string): ReportSection {
  const { graded, decomposed, penalty } = defaultWeights;
  const dimensions = Object.entries(graded).map(([name, weight]) => ({ name: `q_${name}`, weight }));
  return {
    id: 'rubric',
    title: `Rubric ${version}: gates and weights`,
    blocks: [
      {
        kind: 'text',
        text:
          'Gates come first and have no weight: an attempt that fails one is no success, whatever its score. ' +
          'Weights are of the graded score of attempts that pass all gates; they are a choice of protocol, not a finding.',
      },
      {
        kind: 'chart',
        chart: {
          kind: 'bars',
          title: 'Gates (all or nothing) and weights of the graded dimensions',
          x: { label: 'weight; a gate is drawn whole', format: 'number', range: [0, 1] },
          rows: [
            ...GATES.map((gate) => ({ label: `${gate} ${GATE_NAMES[gate]} (gate)`, value: 1, tone: 'quiet' as const })),
            ...dimensions.map(({ name, weight }) => ({ label: name, value: weight, tone: 'good' as const })),
          ],
        },
      },
      {
        kind: 'table',
        caption: 'Weights in force, as gated_rubric.json has them',
        columns: createColumns('Part', 'Of', ['Weight']),
        rows: [
          ...GATES.map((gate) => [`${gate} ${GATE_NAMES[gate]}`, 'gates', 'must pass']),
          ...dimensions.map(({ name, weight }) => [name, 'graded score', String(weight)]),
          ...Object.entries(decomposed).map(([name, weight]) => [name, 'decomposed score', String(weight)]),
          ...Object.entries(penalty).map(([name, weight]) => [name, 'penalty of a finding', String(weight)]),
        ],
      },
    ],
  };
}
