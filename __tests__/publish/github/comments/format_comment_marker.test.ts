import fc from 'fast-check';
import {
  formatCommentMarker,
  hasCommentMarker,
} from '../../../../src/publish/github/comments/format_comment_marker.js';

describe('a marker belongs to one check', () => {
  it.each([
    ['評価', '検査'],
    ['gatebench (node 20)', 'gatebench [node-20]'],
    ['gatebench compare', 'gatebench-compare'],
    ['a', 'A'],
  ])('%s is not %s', (one, other) => {
    expect(hasCommentMarker(formatCommentMarker('report', one), 'report', other)).toBe(false);
  });

  it('whatever two names there are, and questions are no report', () => {
    const kind = fc.constantFrom('report', 'questions');
    const name = fc.string({ maxLength: 100, unit: 'grapheme' });
    fc.assert(
      fc.property(kind, name, kind, name, (a, one, b, other) => {
        const line = formatCommentMarker(a as 'report', one);
        expect(line).toMatch(/^<!-- gatebench:[A-Za-z0-9._-]*#[0-9a-f]{12} -->$/);
        expect(hasCommentMarker(`${line}\ntext`, b as 'report', other)).toBe(a === b && one === other);
      }),
    );
  });

  it('is recognised as earlier versions wrote it, where no other check can have had it', () => {
    expect(hasCommentMarker('<!-- gatebench:gatebench -->\r\nold', 'report', 'gatebench')).toBe(true);
    expect(hasCommentMarker('<!-- gatebench:gatebench-compare -->', 'report', 'gatebench compare')).toBe(false);
    expect(hasCommentMarker('<!-- gatebench:gatebench-compare -->', 'report', 'gatebench-compare')).toBe(false);
    expect(hasCommentMarker('<!-- gatebench:questions-x -->', 'questions', 'x')).toBe(false);
  });
});
