import { eventTypes } from '../../../record/events/event.js';
import { GATE_NAMES, GATES } from '../../../record/verdict/gates.js';
import { defaultWeights, GATE_EVIDENCE } from './default_weights.js';

/** Columns of `eval_rubric_template.csv`. The last three are empty in the template: the reviewer fills them in. */
export const RUBRIC_TEMPLATE_COLUMNS = [
  ...(['kind', 'id', 'name', 'weight', 'scale', 'evidence', 'rule'] as const),
  ...(['score', 'reviewer', 'notes'] as const),
] as const;
/** Row of the rubric as a form. */
export type RubricTemplateRow = Record<(typeof RUBRIC_TEMPLATE_COLUMNS)[number], string>;

const UNIT = '0 to 1';
const GATE_SCALE = 'pass, fail, error';

/** Creates the rubric as a form: gates without weights, dimensions with theirs, and separately reported parts. */
export function createRubricTemplateRows(): RubricTemplateRow[] {
  const { minimal, trace, maintainability } = defaultWeights.graded;
  const row = (kind: string, id: string, more: Partial<RubricTemplateRow>): RubricTemplateRow => ({
    ...{ kind, id, name: id.replaceAll('_', ' '), weight: '', scale: UNIT, evidence: '', rule: '' },
    ...{ score: '', reviewer: '', notes: '', ...more },
  });
  const checks = 'acceptance_check';
  return [
    ...GATES.map((gate) =>
      row('gate', gate, {
        name: GATE_NAMES[gate],
        scale: GATE_SCALE,
        evidence: GATE_EVIDENCE[gate].join(' '),
        rule: 'must pass; the first that does not decides',
      }),
    ),
    row('dimension', 'q_minimal', {
      weight: String(minimal),
      evidence: 'workspace_mutation patch_applied',
      rule: 'exp(-lambda d): size of the change against the envelope of the contract',
    }),
    row('dimension', 'q_trace', {
      weight: String(trace),
      evidence: `briefing patch_applied ${checks}`,
      rule: '1 when the record is complete, else 0',
    }),
    row('dimension', 'q_maintainability', {
      weight: String(maintainability),
      evidence: 'static_check',
      rule: 'share of the maintainability checks of the contract that pass',
    }),
    row('part', 'functional_correctness', { evidence: checks, rule: 'reported by itself' }),
    row('part', 'patch_validity', { evidence: 'patch_applied build static_check', rule: 'reported by itself' }),
    row('part', 'safety_compliance', { evidence: GATE_EVIDENCE.G4.join(' '), rule: 'reported by itself' }),
    row('part', 'resource_efficiency', { evidence: 'cost', rule: 'reported by itself; empty where costs are unknown' }),
  ];
}

/** One check of a sanity report. A note is no fault: it may be intended. */
interface SanityCheck {
  id: string;
  verdict: 'ok' | 'fault' | 'note';
  detail: string;
}

/** Sanity report of a rubric template: whether its scores can be compared with verdicts. */
export interface RubricTemplateReport {
  schema: 1;
  rows: number;
  verdict: 'sane' | 'not sane';
  checks: SanityCheck[];
}

/**
 * Checks a template against the current rubric. Rows are complete, ids are known, weights are a distribution, and
 * scores are within their scale.
 */
export function checkRubricTemplate(
  header: readonly string[],
  rows: readonly Partial<RubricTemplateRow>[],
): RubricTemplateReport {
  const known = new Map(createRubricTemplateRows().map((row) => [getRowKey(row), row]));
  const ids = rows.map(getRowKey);
  const weight = ({ weight = '' }: Partial<RubricTemplateRow>) => (weight.trim() === '' ? Number.NaN : Number(weight));
  const dimensions = rows.filter(({ kind }) => kind === 'dimension');
  const sum = dimensions.reduce((total, row) => total + weight(row), 0);
  const types = new Set<string>(eventTypes);
  const fault = (id: string, bad: readonly string[], well: string): SanityCheck => ({
    id,
    verdict: bad.length === 0 ? 'ok' : 'fault',
    detail: bad.length === 0 ? well : bad.slice(0, 10).join('; '),
  });
  const other = dimensions.flatMap((row) => {
    const ours = known.get(getRowKey(row));
    return ours === undefined || weight(row) === weight(ours)
      ? []
      : [`${row.id} ${row.weight}, in force ${ours.weight}`];
  });
  const checks: SanityCheck[] = [
    fault(
      'columns',
      RUBRIC_TEMPLATE_COLUMNS.filter((name) => !header.includes(name)).map((name) => `no column ${name}`),
      'all are there',
    ),
    fault(
      'rows-complete',
      [...known.keys()].filter((key) => !ids.includes(key)).map((key) => `no row ${key}`),
      `all ${known.size} are there`,
    ),
    fault(
      'rows-once',
      [...new Set(ids.filter((key, i) => ids.indexOf(key) !== i))].map((key) => `${key} stands there twice`),
      'each once',
    ),
    fault(
      'ids-known',
      ids.filter((key) => !known.has(key)).map((key) => `${key} is in no rubric`),
      'each is in gated_rubric.json or part of a verdict',
    ),
    fault(
      'gates-unweighted',
      rows
        .filter(({ kind, weight: of = '' }) => kind !== 'dimension' && of.trim() !== '')
        .map(({ id }) => `${id} has a weight`),
      'only dimensions have weights: a gate is never traded for a score',
    ),
    fault(
      'weights-numbers',
      dimensions.filter((row) => !(weight(row) >= 0)).map(({ id, weight: of }) => `${id}: ${JSON.stringify(of ?? '')}`),
      'numbers of 0 or more',
    ),
    fault(
      'weights-sum',
      Math.abs(sum - 1) <= 1e-9 ? [] : [`they sum to ${Number(sum.toFixed(6))}, not 1`],
      'they sum to 1',
    ),
    fault(
      'evidence-known',
      rows.flatMap(({ id, evidence = '' }) =>
        evidence
          .split(/\s+/)
          .filter((type) => type !== '' && !types.has(type))
          .map((type) => `${id}: no event is called ${type}`),
      ),
      'each is a type of event',
    ),
    fault(
      'scores-in-scale',
      rows.filter((row) => !isInScale(row)).map(({ id, score }) => `${id}: ${JSON.stringify(score)}`),
      rows.some(({ score = '' }) => score !== '') ? 'each is within its scale' : 'none is filled in',
    ),
    {
      id: 'weights-in-force',
      verdict: other.length === 0 ? 'ok' : 'note',
      detail:
        other.length === 0
          ? 'those of gated_rubric.json'
          : `${other.join('; ')}: a counterfactual, see score --weights`,
    },
  ];
  return {
    schema: 1,
    rows: rows.length,
    verdict: checks.some(({ verdict }) => verdict === 'fault') ? 'not sane' : 'sane',
    checks,
  };
}

const getRowKey = ({ kind = '', id = '' }: Partial<RubricTemplateRow>) => `${kind} ${id}`;

function isInScale({ kind, score = '' }: Partial<RubricTemplateRow>): boolean {
  if (score.trim() === '') return true;
  if (kind === 'gate') return GATE_SCALE.split(', ').includes(score);
  return Number(score) >= 0 && Number(score) <= 1;
}
