import fc from 'fast-check';
import { createWrongExpectations } from '../../../../src/run/oracle/perturbation/create_wrong_expectations.js';
import { detectHiddenFileLanguage } from '../../../../src/run/oracle/perturbation/hidden_file_language.js';

const wrong = (file: string, content: string) =>
  createWrongExpectations(content, detectHiddenFileLanguage(file)!)?.content;

describe('expected values are made wrong where they are certainly expected', () => {
  it.each([
    // The second argument, or the one that is nothing but a value.
    ['a.js', "assert.equal(add(2, 3), 5, 'a sum');", "assert.equal(add(2, 3), 15, 'a sum');"],
    ['a.js', "assert.equal(toString('5'), '5');", "assert.equal(toString('5'), '5q0');"],
    [
      'a.js',
      "assert.deepEqual(f(1), { a: [1, 'x'], b: true });",
      "assert.deepEqual(f(1), { a: [11, 'xq1'], b: false });",
    ],
    ['a.js', 'assert(f(1) === 2 && g(3) == "x");', 'assert(f(1) === 12 && g(3) == "xq1");'],
    ['a.js', 'assert.equal(f(/["(]/, `a\u0024{"(" + 1}`), 2);', 'assert.equal(f(/["(]/, `a\u0024{"(" + 1}`), 12);'],
    ['a.js', 'assert.notEqual(f(), 1);', undefined],
    ['a.js', 'const five = 5; log("assert.equal(1, 2)"); // assert.equal(1, 2)', undefined],
    ['a.ts', 'expect(f(1)).toEqual({ a: 1.5 });', 'expect(f(1)).toEqual({ a: 11.5 });'],
    ['a.ts', 'const cases = [{ input: 1, expected: -2 }];', 'const cases = [{ input: 1, expected: -12 }];'],
    ['a.mjs', "f(1).should.equal('x')", "f(1).should.equal('xq0')"],
    ['a.js', 'assert.equal(o.hasOwnProperty, toString, valueOf)', undefined],
    ['a.py', 'self.assertEqual(add(2, 3), 5)', 'self.assertEqual(add(2, 3), 15)'],
    ['a.py', 'assert add(2, 3) == 5, "5 is right"', 'assert add(2, 3) == 15, "5 is right"'],
    ['a.py', "assert f(1) == [\n  'x',\n  True]\nx = 1", "assert f(1) == [\n  'xq0',\n  False]\nx = 1"],
    [
      'a.py',
      "assert f() is True # == 5\ny = '''assert x == 5'''",
      "assert f() is False # == 5\ny = '''assert x == 5'''",
    ],
    ['a_test.go', 'if got := Add(2, 3); got != 5 {\n t.Error()\n}', 'if got := Add(2, 3); got != 15 {\n t.Error()\n}'],
    ['a_test.go', '{in: 1, want: "x"},', '{in: 1, want: "xq0"},'],
    ['a_test.go', "assert.Equal(t, 5, Add(2, 3)); r := 'x'", "assert.Equal(t, 15, Add(2, 3)); r := 'x'"],
    ['A.java', "assertEquals(5, add(2, 3)); char c = '\"';", "assertEquals(15, add(2, 3)); char c = '\"';"],
    ['A.java', 'assertThat(add(2, 3)).isEqualTo(5L);', 'assertThat(add(2, 3)).isEqualTo(15L);'],
    ['a_spec.rb', 'expect(add(2, 3)).to eq(5)', 'expect(add(2, 3)).to eq(15)'],
    ['a_spec.rb', 'expect(name).to eq "x" # eq 5', 'expect(name).to eq "xq0" # eq 5'],
    ['a_test.rb', 'assert_equal 5, add(2, 3)\n', 'assert_equal 15, add(2, 3)\n'],
    ['a.sh', '[ "$(add 2 3)" = 5 ] || exit 1', '[ "$(add 2 3)" = 15 ] || exit 1'],
    [
      'a.sh',
      'if test "$sum" -eq 5; then\ncat <<X\n[ "$a" = b ];\nX\nfi',
      'if test "$sum" -eq 15; then\ncat <<X\n[ "$a" = b ];\nX\nfi',
    ],
    ['a.sh', '[ "$status" = 0 ]; [ "$2" -eq 0 ];', undefined],
  ])('%s: %s', (file, content, expected) => {
    expect(wrong(file, content)).toEqual(expected);
  });

  it('leaves a text alone that it cannot read to its end', () => {
    const unread = ["assert.equal(f(), 1); 'open", 'assert.equal(f(), 1); `open', 'assert.equal(f(), 1); `\u0024{`'];
    expect(unread.map((content) => wrong('a.js', content))).toEqual([undefined, undefined, undefined]);
  });

  it('makes two equal values different', () => {
    expect(wrong('a.js', "assert.deepEqual(f(), ['a', 'a', 1, 1]);")).toBe(
      "assert.deepEqual(f(), ['aq0', 'aq1', 31, 41]);",
    );
  });

  it('comes to an end with any text, and gives the same for the same', () => {
    const piece = fc.constantFrom(
      ...'assert.equal( expect( ) [ ] { } , == != "a" \'b\' ` \u0024{ / // # 1 0x2 true \n \\ want: if <<A " \''.split(
        ' ',
      ),
    );
    const files = ['a.js', 'a.py', 'a.go', 'a.java', 'a.rb', 'a.sh'];
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.array(piece, { maxLength: 60 }), (file, pieces) => {
        const content = pieces.join(' ');
        const made = wrong(file, content);
        return made !== content && made === wrong(file, content);
      }),
      { numRuns: 1000 },
    );
  });
});
