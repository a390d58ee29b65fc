import {
  checkRubricTemplate,
  createRubricTemplateRows,
  RUBRIC_TEMPLATE_COLUMNS,
  type RubricTemplateRow,
} from '../../../../src/judge/rubric/scores/check_rubric_template.js';

const rows = createRubricTemplateRows();
const edited = (id: string, more: Partial<RubricTemplateRow>) =>
  rows.map((row) => (row.id === id ? { ...row, ...more } : row));
const faults = (given: readonly Partial<RubricTemplateRow>[], header: readonly string[] = RUBRIC_TEMPLATE_COLUMNS) =>
  checkRubricTemplate(header, given)
    .checks.filter(({ verdict }) => verdict !== 'ok')
    .map(({ id, verdict, detail }) => `${verdict} ${id}: ${detail}`);

describe('the sanity report of a rubric template', () => {
  // Holds S4
  it('finds nothing in the template itself', () => {
    expect(checkRubricTemplate(RUBRIC_TEMPLATE_COLUMNS, rows)).toMatchObject({ verdict: 'sane', rows: 11 });
    expect(faults(rows)).toEqual([]);
  });

  it.each<[string, readonly Partial<RubricTemplateRow>[], string[]]>([
    ['a row is missing', rows.slice(1), ['fault rows-complete: no row gate G1']],
    ['a row stands there twice', [...rows, rows[0]!], ['fault rows-once: gate G1 stands there twice']],
    ['an id is unknown', [...rows, { ...rows[0]!, id: 'G5' }], ['fault ids-known: gate G5 is in no rubric']],
    ['a gate has a weight', edited('G3', { weight: '1' }), ['fault gates-unweighted: G3 has a weight']],
    [
      'weights do not sum to 1',
      edited('q_trace', { weight: '0.4' }),
      [
        'fault weights-sum: they sum to 1.1, not 1',
        'note weights-in-force: q_trace 0.4, in force 0.3: a counterfactual, see score --weights',
      ],
    ],
    [
      'a weight is none',
      edited('q_trace', { weight: '' }),
      [
        'fault weights-numbers: q_trace: ""',
        'fault weights-sum: they sum to NaN, not 1',
        'note weights-in-force: q_trace , in force 0.3: a counterfactual, see score --weights',
      ],
    ],
    [
      'evidence is no event',
      edited('G1', { evidence: 'a_feeling' }),
      ['fault evidence-known: G1: no event is called a_feeling'],
    ],
    ['a score is beyond its scale', edited('G1', { score: '0.5' }), ['fault scores-in-scale: G1: "0.5"']],
  ])('says when %s', (_, given, said) => {
    expect(faults(given)).toEqual(said);
  });

  it('says which columns are missing', () => {
    expect(faults(rows, RUBRIC_TEMPLATE_COLUMNS.slice(1))).toEqual(['fault columns: no column kind']);
  });
});
