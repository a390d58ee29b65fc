import { removeSideOptions } from '../../../src/project/python/remove_side_options.js';

it.each([
  ['--verbose --cov-append --cov-report term --cov tinydb', '--verbose'],
  ['--cov', ''],
  ['--cov --strict-markers', '--strict-markers'],
  ['--cov=src/a --cov-report=term-missing -ra', '-ra'],
  ['-n auto --dist loadscope -p no:x', '-p no:x'],
  ['-n4 --numprocesses=2 -nauto -q', '-q'],
  [
    `--no-cov-on-fail -m "not slow and not net" --doctest-glob='*.rst'`,
    `-m "not slow and not net" --doctest-glob='*.rst'`,
  ],
])('removes coverage and workers of %j', (addopts, left) => {
  expect(removeSideOptions(addopts)).toBe(left);
});

it.each(['', '-ra --strict-markers', '--import-mode=importlib --covers', '-m net'])('leaves %j alone', (addopts) => {
  expect(removeSideOptions(addopts)).toBeUndefined();
});
