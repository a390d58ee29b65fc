import { findSetupPaths } from '../../../src/workspace/layer.js';
import { cleanUp, givenCache, givenLayer } from '../../given.js';

afterAll(cleanUp);

describe('what setup made is not for a patch to write', () => {
  it('files, links, folders, what lies behind them, and everything in folders of packages; anything else is', async () => {
    const cache = await givenCache();
    const repo = { 'src/a': 'a', 'vendor/node_modules/kept/index.js': 'kept', 'turned/into/file': 'x' };
    const setup = {
      'node_modules/runner/index.js': 'runner',
      'node_modules/.bin/runner': { link: '../runner/index.js' },
      'build/made': 'made',
    };
    const layer = await givenLayer(cache, repo, setup);
    const theirs = [
      'node_modules',
      'node_modules/runner/index.js',
      'node_modules/runner/node_modules/dependency/index.js',
      'node_modules/new/index.js',
      'node_modules/.bin/runner/below',
      'build',
      'build/made',
    ];
    const ours = [
      'src/a',
      'src/new',
      'vendor/node_modules/kept/new.js',
      'build/new',
      'turned',
      'turned/into',
      'other/node_modules/x',
    ];
    expect(await findSetupPaths([...ours, ...theirs], layer, cache)).toEqual(theirs);
  });
});
