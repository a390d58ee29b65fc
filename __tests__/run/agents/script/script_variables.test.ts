import { type OperationStep, scriptSchema } from '../../../../src/run/agents/script/script_schema.js';
import {
  captureVariables,
  resolveArguments,
  type ScriptVariables,
} from '../../../../src/run/agents/script/script_variables.js';

const knowing = (values: Record<string, string>, ...names: string[]): ScriptVariables => ({
  names: new Set([...names, ...Object.keys(values)]),
  values: new Map(Object.entries(values)),
});
const use = (changes: Partial<OperationStep>): OperationStep => ({ use: 'recall', with: {}, stop_if: [], ...changes });

describe('an operation that depends on what earlier ones were told', () => {
  it('has it in place of the name, at any depth and as often as it stands there', () => {
    const given = { a: '{{x}} and {{x}}', b: ['{{y}}', { c: '$& {{x}}' }], n: 7 };
    expect(resolveArguments(use({ with: given }), knowing({ x: '$1{{y}}', y: 'two' }))).toEqual({
      arguments: { a: '$1{{y}} and $1{{y}}', b: ['two', { c: '$& $1{{y}}' }], n: 7 },
    });
  });

  it('is not done while a name of the script is not known; what no operation keeps is text', () => {
    expect(resolveArguments(use({ with: { a: ['{{x}}'] } }), knowing({}, 'x'))).toEqual({
      not_done: '"x" is not known',
    });
    expect(resolveArguments(use({ with: { a: '{{other}} $x' } }), knowing({}, 'x'))).toEqual({
      arguments: { a: '{{other}} $x' },
    });
  });

  it.each<[string, Partial<OperationStep>, Record<string, string>, boolean]>([
    ['when it is known', { when: 'x' }, { x: '' }, true],
    ['when it is not', { when: 'x' }, {}, false],
    ['unless it is known', { unless: 'x' }, { x: '1' }, false],
    ['unless it is not', { unless: 'x' }, {}, true],
  ])('is done or not: %s', (_, changes, values, done) => {
    expect('arguments' in resolveArguments(use(changes), knowing(values, 'x'))).toBe(done);
  });
});

describe('what is kept of a result', () => {
  it('is a text, number or truth value of its own at the end of the way; else the name stays as it was', () => {
    const known = knowing({ kept: 'before' }, 'text', 'count', 'yes', 'gone', 'inherited', 'whole');
    const result = { found: [{ text: 'a\n', n: 0, ok: false }] };
    captureVariables(
      result,
      {
        text: 'found.0.text',
        count: 'found.0.n',
        yes: 'found.0.ok',
        gone: 'found.1.text',
        kept: 'work.id',
        inherited: 'found.length.constructor.name',
        whole: 'found.0',
      },
      known,
    );
    expect(Object.fromEntries(known.values)).toEqual({ kept: 'before', text: 'a', count: '0', yes: 'false' });
  });
});

describe('a script', () => {
  it('may ask only for names that one of its operations keeps', () => {
    const read = scriptSchema.safeParse({
      operations: [
        { use: 'recall', keep: { x: 'found.0.text' } },
        { use: 'recall', when: 'x' },
        {
          together: [
            [{ use: 'recall', unless: 'y' }],
            [{ use: 'complete_work', with: { id: '{{x}}', outcome: 'done' } }],
          ],
        },
      ],
    });
    expect(read.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['operations.2.together.0.0.unless', 'no operation keeps "y"'],
    ]);
  });
});
