import { formatPackageProblems } from '../../../../src/commands/init/setup/format_package_problems.js';

it('a problem of several packages is told once, and three problems at most', () => {
  const lack = 'tool "go" is not on this machine';
  expect(formatPackageProblems(new Map([[lack, ['go test in one', 'go test in two']]]))).toBe(
    `go test in one and 1 other: ${lack}`,
  );
  const many = new Map(['a', 'b', 'c', 'd'].map((name) => [`${name} fails`, [name]]));
  expect(formatPackageProblems(many)).toBe('a: a fails; b: b fails; c: c fails; and 1 more');
});
