import {
  createCommitText,
  createSolutionFilter,
  createTitle,
  listDescriptions,
  readChangeKind,
} from '../../../../src/commands/init/drafts/change_text.js';

it.each([
  ['fix: header is lost (#12)', 'header is lost'],
  ['fix(parser)!: header is lost', 'header is lost'],
  ['Fix #387: Handle obj=None', 'Handle obj=None'],
  ['#99: x', 'x'],
  ['  a \n b ', 'a b'],
  ['fix: ', 'fix:'],
  ['Keeps (brackets) inside', 'Keeps (brackets) inside'],
])('makes a title of %j', (subject, title) => {
  expect(createTitle(subject)).toBe(title);
});

it('takes the title of a merged pull request from the body of the merge', () => {
  expect(createCommitText({ subject: 'Merge pull request #7 from a/b', body: 'Header is lost\n\nMore.' })).toEqual({
    origin: 'commit message',
    title: 'Header is lost',
    body: 'More.',
  });
  expect(createCommitText({ subject: 'Merge branch x', body: '' }).title).toBe('Merge branch x');
});

it('lists descriptions from the fullest to the title alone', () => {
  const body = [
    '<!-- template -->',
    'The header is lost.',
    '',
    '```js',
    'fix()',
    '```',
    'Seen in 1.2.',
    '- [x] tests',
    '',
    'Fixes #12',
    'Signed-off-by: A <a@b>',
  ].join('\r\n');
  expect(listDescriptions({ origin: 'issue', title: 'Header (#3)', body })).toEqual([
    'The header is lost.\n\n```js\nfix()\n```\nSeen in 1.2.\n',
    'The header is lost.\n\nSeen in 1.2.\n',
    'The header is lost.\n',
    'Header\n',
  ]);
  expect(listDescriptions({ origin: 'issue', title: 'Header', body: '' })).toEqual(['Header\n']);
});

it('leaves out sentences that say how a change was made, and a first line that is the title again', () => {
  const body = [
    'fix: sums are wrong',
    '',
    'Sums of two numbers were differences. Replaced the operator',
    'in the loop. Both are affected.',
    '',
    '- used a plus',
    '- Support sums of three',
    '',
    'Use it.',
  ].join('\n');
  const saysSolution = createSolutionFilter({ paths: [], patch: '', known: [] });
  const text = { origin: 'commit message' as const, title: 'fix: sums are wrong (#3)', body };
  expect(listDescriptions(text, saysSolution)[0]).toBe(
    'Sums of two numbers were differences. Both are affected.\n\n- Support sums of three\n',
  );
});

it.each([
  ['a changed file', 'The fault is in math.js.', true],
  ['a name that the patch brings in', 'There is readFast for it.', true],
  ['a name that was there', 'readAll ignores the header.', false],
  ['a name that the tests ask for', 'A caller needs readMore.', false],
  ['what happens', 'The header is lost when a file is empty.', false],
])('knows a sentence with %s', (_, sentence, expected) => {
  const patch = '-readAll(a)\n+readFast(readMore(a), readAll)\n';
  expect(createSolutionFilter({ paths: ['src/math.js'], patch, known: ['readMore(1)'] })(sentence)).toBe(expected);
});

it('tells repairs from other changes', () => {
  const read = (title: string, body = '') => readChangeKind({ origin: 'commit message', title, body });
  const repairs = ['Fixed it', 'Crash on empty input', 'double() multiplies by two', 'Handle an empty file'];
  expect(repairs.map((title) => read(title))).toEqual(repairs.map(() => 'bug-fix'));
  expect(read('Add a guard', 'closes #4')).toBe('bug-fix');
  expect(['Add option', 'feat(x): prefixes', 'Support tabs'].map((title) => read(title))).toEqual([
    'feature',
    'feature',
    'feature',
  ]);
});

it('keeps sentences that only begin like a trailer', () => {
  const body = 'Fixes a crash when the header is empty.\nRef counting is wrong too.\nFixes #3\nRefs: #4\nCloses o/r#5';
  expect(listDescriptions({ origin: 'issue', title: 'T', body })[0]).toBe(
    'Fixes a crash when the header is empty.\nRef counting is wrong too.\n',
  );
});

it('reads a hostile text in linear time', () => {
  const body = '<!--<!'.repeat(200_000);
  expect(listDescriptions({ origin: 'issue', title: 'T', body })).toEqual(['T\n']);
  expect(listDescriptions({ origin: 'issue', title: 'T', body: 'a <!-- x --> b <!-- y' })[0]).toBe('a  b\n');
});

it('has a description without a title, and none without both', () => {
  expect(listDescriptions({ origin: 'issue', title: '', body: 'Lost.' })).toEqual(['Lost.\n']);
  expect(listDescriptions({ origin: 'issue', title: '', body: '' })).toEqual([]);
});

it('removes characters that no contract may hold', () => {
  const text = {
    origin: 'commit message' as const,
    title: 'fix: a\u007fb',
    body: 'c\u0000d\u001b[31m\ud800e\n\n\ufffef',
  };
  expect(createTitle(text.title)).toBe('ab');
  expect(listDescriptions(text)[0]).toBe('cd[31m\ufffde\n\nf\n');
});
