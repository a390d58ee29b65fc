import { describeOtherPackages } from '../../../../src/commands/init/setup/describe_other_packages.js';

const node = (folder: string) => ({ folder, ecosystem: 'node' as const });
const python = (folder: string) => ({ folder, ecosystem: 'python' as const });

it('packages whose tests a pull request is not judged by are named, and what to do', () => {
  const [a, b] = [node('packages/a'), node('packages/b')];
  expect(describeOtherPackages([a, b], a)).toBe(
    'pull requests are judged by the tests of packages/a alone, not by those of packages/b: ' +
      'take another package with --project DIR, or all with --test COMMAND',
  );
  expect(describeOtherPackages([a, b, b, node('c'), node('d'), node('e')], a)).toMatch(
    /not by those of packages\/b, c, d and 1 more:/,
  );
  expect(describeOtherPackages([node(''), python('tools')], node(''))).toMatch(/of the root alone.*those of tools:/);
});

it('what is run with the judged package is not named', () => {
  expect(describeOtherPackages([node(''), node('packages/a')], node(''))).toBeUndefined();
  expect(describeOtherPackages([node('web'), node('web/more')], node('web'))).toBeUndefined();
});
