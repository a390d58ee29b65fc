import fc from 'fast-check';
import { stringify } from 'yaml';
import { parsePlainYaml } from '../../../../src/commands/export/harbor/parse_plain_yaml.js';

it('reads the scalars of the first level, and leaves out what is below', () => {
  const text = [
    '  duration_ms: 1.5',
    "  type: 'suite'",
    '  location: "/work/test/a.test.js:3:1"',
    '  error: |-',
    '    one',
    '    two: three',
    '  expected:',
    '    type: test',
  ].join('\n');
  expect(parsePlainYaml(text)).toEqual({
    ...{
      duration_ms: '1.5',
      type: 'suite',
      location: '/work/test/a.test.js:3:1',
      error: 'one\ntwo: three\n',
      expected: '',
    },
  });
});

it.each(['', '\n', 'no field', '- a\n- b'])('finds no fields in %j', (text) => {
  expect(parsePlainYaml(text)).toBeUndefined();
});

it('reads words as a whole parser of YAML does, whatever else there is', () => {
  const word = fc.stringMatching(/^[a-z][a-z/._-]{0,12}$/).filter((text) => !['null', 'true', 'false'].includes(text));
  const further = fc.dictionary(
    fc.stringMatching(/^[a-z_]{3,9}$/),
    fc.oneof(word, fc.array(word), fc.dictionary(word, word)),
  );
  fc.assert(
    fc.property(further, word, word, (rest, type, location) => {
      const read = parsePlainYaml(stringify({ ...rest, type, location }));
      expect([read?.type, read?.location]).toEqual([type, location]);
    }),
  );
});
