import { findContractChange } from '../../../../src/publish/github/pair/find_contract_change.js';

const contracts = [
  { path: 'tasks/window/contract.yml', version: 'v1' },
  { path: 'tasks/cart/contract.yml', version: 'v2' },
];
const since = (paths: string[], more: object = {}) =>
  findContractChange(contracts, { status: 'ahead', paths, added: paths, complete: true, ...more });

describe('a base that moved on has the contracts that were evaluated, or says why not', () => {
  it.each([
    ['nothing changed', []],
    ['something beside the contracts changed', ['src/window.js', 'tasks/README.md', 'tasks/windowed/repo/a.js']],
    ['a contract of another collection is new', ['other/tasks/new/contract.yml', 'contract.yml']],
  ])('%s', (_, paths) => expect(since(paths)).toBeUndefined());

  it.each([
    ['the text of a contract', 'tasks/window/contract.yml'],
    ['a file that it names', 'tasks/cart/hidden/cart.test.js'],
  ])('%s changed', (_, path) => {
    expect(since(['src/a.js', path])).toBe(`its base has another version of a contract now: ${path} changed`);
  });

  it('a contract beside the evaluated ones is new', () => {
    expect(since(['tasks/new/contract.yml'])).toBe(
      'its base has a contract now that was not asked: tasks/new/contract.yml',
    );
    expect(since(['tasks/gone/contract.yml'], { added: [] })).toBeUndefined();
  });

  it('a contract at another depth of the same collection is new', () => {
    for (const path of ['tasks/safety/new/contract.yml', 'tasks/contract.yml']) expect(since([path])).toContain(path);
  });

  it('a contract in the root of the repository is all of it', () => {
    const root = [{ path: 'contract.yml', version: 'v1' }];
    const moved = { status: 'ahead', paths: ['a.js'], added: [], complete: true } as const;
    expect(findContractChange(root, moved)).toContain('a.js changed');
    expect(findContractChange(root, { ...moved, status: 'identical', paths: [] })).toBeUndefined();
  });

  it.each([
    ['behind', 'rewritten'],
    ['diverged', 'rewritten'],
  ])('a base that is %s was %s', (status, word) => {
    expect(since([], { status })).toContain(word);
  });

  it('too many files to list are too many to tell', () => {
    expect(since([], { complete: false })).toContain('too many files');
  });
});
