import {
  createCommitText,
  createTitle,
  isBugFix,
  listDescriptions,
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
    'Header\n\nThe header is lost.\n\n```js\nfix()\n```\nSeen in 1.2.\n',
    'Header\n\nThe header is lost.\n\nSeen in 1.2.\n',
    'Header\n\nThe header is lost.\n',
    'Header\n',
  ]);
  expect(listDescriptions({ origin: 'issue', title: 'Header', body: '' })).toEqual(['Header\n']);
});

it('tells repairs from other changes', () => {
  const text = (title: string, body = '') => ({ origin: 'commit message' as const, title, body });
  expect([text('Fixed it'), text('x', 'closes #4'), text('Crash on empty input')].every(isBugFix)).toBe(true);
  expect([text('Add option'), text('Prefix names')].some(isBugFix)).toBe(false);
});

it('keeps sentences that only begin like a trailer', () => {
  const body = 'Fixes a crash when the header is empty.\nRef counting is wrong too.\nFixes #3\nRefs: #4\nCloses o/r#5';
  expect(listDescriptions({ origin: 'issue', title: 'T', body })[0]).toBe(
    'T\n\nFixes a crash when the header is empty.\nRef counting is wrong too.\n',
  );
});

it('reads a hostile text in linear time', () => {
  const body = '<!--<!'.repeat(200_000);
  expect(listDescriptions({ origin: 'issue', title: 'T', body })).toEqual(['T\n']);
  expect(listDescriptions({ origin: 'issue', title: 'T', body: 'a <!-- x --> b <!-- y' })[0]).toBe('T\n\na  b\n');
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
  expect(listDescriptions(text)[0]).toBe('ab\n\ncd[31m\ufffde\n\nf\n');
});
