import { removeConfigBlocks } from '../../../src/project/parsing/remove_config_blocks.js';

it('removes named blocks with all that is in them', () => {
  const text = `test: { include: ['a'], coverage: { include: ['{b}', "}"], more: { c: 1 } }, "typecheck": {}, d: 2 }`;
  expect(removeConfigBlocks(text, ['coverage', 'typecheck'])).toBe(`test: { include: ['a'], , ", d: 2 }`);
});

it('removes a block that nothing closes up to the end, and keeps what has no such block', () => {
  expect(removeConfigBlocks('a: 1, coverage: { b: 2', ['coverage'])).toBe('a: 1, ');
  expect(removeConfigBlocks('coverages: { b: 2 }, coverage: true', ['coverage'])).toBe(
    'coverages: { b: 2 }, coverage: true',
  );
});
