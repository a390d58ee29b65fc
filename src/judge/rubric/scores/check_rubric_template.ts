import { eventTypes } from '../../../record/events/event.js';
import { GATE_NAMES, GATES } from '../../../record/verdict/verdict.js';
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
  const current = new Map(createRubricTemplateRows().map((row) => [getRowKey(row), row]));
  const types = new Set<string>(eventTypes);
  const checks: SanityCheck[] = [
    createFaultCheck(
      'columns',
      RUBRIC_TEMPLATE_COLUMNS.filter((name) => !header.includes(name)).map((name) => `no column ${name}`),
      'all are there',
    ),
    ...checkRowIds(rows.map(getRowKey), [...current.keys()]),
    ...checkWeights(rows),
    createFaultCheck(
      'evidence-known',
      rows.flatMap(({ id, evidence = '' }) =>
        evidence
          .split(/\s+/)
          .filter((type) => type !== '' && !types.has(type))
          .map((type) => `${id}: no event is called ${type}`),
      ),
      'each is a type of event',
    ),
    createFaultCheck(
      'scores-in-scale',
      rows.filter((row) => !isInScale(row)).map(({ id, score }) => `${id}: ${JSON.stringify(score)}`),
      rows.some(({ score = '' }) => score !== '') ? 'each is within its scale' : 'none is filled in',
    ),
    compareWeights(rows, current),
  ];
  return {
    schema: 1,
    rows: rows.length,
    verdict: checks.some(({ verdict }) => verdict === 'fault') ? 'not sane' : 'sane',
    checks,
  };
}

const createFaultCheck = (id: string, faults: readonly string[], otherwise: string): SanityCheck => ({
  id,
  verdict: faults.length === 0 ? 'ok' : 'fault',
  detail: faults.length === 0 ? otherwise : faults.slice(0, 10).join('; '),
});

const checkRowIds = (ids: readonly string[], current: readonly string[]): SanityCheck[] => [
  createFaultCheck(
    'rows-complete',
    current.filter((key) => !ids.includes(key)).map((key) => `no row ${key}`),
    `all ${current.length} are there`,
  ),
  createFaultCheck(
    'rows-once',
    [...new Set(ids.filter((key, i) => ids.indexOf(key) !== i))].map((key) => `${key} stands there twice`),
    'each once',
  ),
  createFaultCheck(
    'ids-known',
    ids.filter((key) => !current.includes(key)).map((key) => `${key} is in no rubric`),
    'each is in gated_rubric.json or part of a verdict',
  ),
];

type RubricTemplateRows = readonly Partial<RubricTemplateRow>[];

const selectDimensions = (rows: RubricTemplateRows) => rows.filter(({ kind }) => kind === 'dimension');

const parseWeight = ({ weight = '' }: Partial<RubricTemplateRow>) =>
  weight.trim() === '' ? Number.NaN : Number(weight);

function checkWeights(rows: RubricTemplateRows): SanityCheck[] {
  const dimensions = selectDimensions(rows);
  const sum = dimensions.reduce((total, row) => total + parseWeight(row), 0);
  return [
    createFaultCheck(
      'gates-unweighted',
      rows
        .filter(({ kind, weight = '' }) => kind !== 'dimension' && weight.trim() !== '')
        .map(({ id }) => `${id} has a weight`),
      'only dimensions have weights: a gate is never traded for a score',
    ),
    createFaultCheck(
      'weights-numbers',
      dimensions
        .filter((row) => !(parseWeight(row) >= 0))
        .map(({ id, weight }) => `${id}: ${JSON.stringify(weight ?? '')}`),
      'numbers of 0 or more',
    ),
    createFaultCheck(
      'weights-sum',
      Math.abs(sum - 1) <= 1e-9 ? [] : [`they sum to ${Number(sum.toFixed(6))}, not 1`],
      'they sum to 1',
    ),
  ];
}

/** Compares the weights with those in force; a difference is a note. */
function compareWeights(rows: RubricTemplateRows, current: ReadonlyMap<string, RubricTemplateRow>): SanityCheck {
  const differences = selectDimensions(rows).flatMap((row) => {
    const ours = current.get(getRowKey(row));
    return ours === undefined || parseWeight(row) === parseWeight(ours)
      ? []
      : [`${row.id} ${row.weight}, in force ${ours.weight}`];
  });
  const [verdict, detail] =
    differences.length === 0
      ? (['ok', 'those of gated_rubric.json'] as const)
      : (['note', `${differences.join('; ')}: a counterfactual, see score --weights`] as const);
  return { id: 'weights-in-force', verdict, detail };
}

const getRowKey = ({ kind = '', id = '' }: Partial<RubricTemplateRow>) => `${kind} ${id}`;

function isInScale({ kind, score = '' }: Partial<RubricTemplateRow>): boolean {
  if (score.trim() === '') return true;
  if (kind === 'gate') return GATE_SCALE.split(', ').includes(score);
  return Number(score) >= 0 && Number(score) <= 1;
}
