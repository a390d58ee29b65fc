import type { LintProblem } from '../coordination/lint_coordination.js';
import type { Check, ModelCheck } from './check.js';
import { normalizeTestName, parseNamePattern } from './name_pattern.js';

/** Checks of a contract, by their field. */
interface CheckLists {
  build: 'none' | readonly Check[];
  acceptance: readonly Check[];
  model_checks?: readonly ModelCheck[] | undefined;
  scoring: { maintainability: readonly Check[] };
}

/** Finds contradictions and duplicates in the checks of a contract. */
export function lintChecks({ build, acceptance, model_checks = [], scoring }: CheckLists): LintProblem[] {
  const buildChecks = build === 'none' ? [] : build;
  const lists: [LintProblem['path'], readonly Check[]][] = [
    [['acceptance'], acceptance],
    [['build'], buildChecks],
    [['scoring', 'maintainability'], scoring.maintainability],
  ];
  return [
    ...lintCheckIds(acceptance, buildChecks, model_checks),
    ...lists.flatMap(([list, checks]) =>
      checks.flatMap((check, i) =>
        [...lintLog(check), ...(list[0] === 'acceptance' ? lintAcceptanceCheck(check) : lintOtherCheck(check))].map(
          ({ path, message }) => ({
            path: [...list, i, ...path],
            message,
          }),
        ),
      ),
    ),
    ...lintAcceptance(acceptance, model_checks),
  ];
}

function lintAcceptance(acceptance: readonly Check[], model_checks: readonly ModelCheck[]): LintProblem[] {
  const all = [...acceptance, ...model_checks];
  if (all.some(({ mandatory }) => mandatory)) return [];
  const message = all.length === 0 ? 'must have at least 1 entry' : 'at least one check must be mandatory';
  return [{ path: ['acceptance'], message }];
}

function lintCheckIds(
  acceptance: readonly Check[],
  build: readonly Check[],
  model_checks: readonly ModelCheck[],
): LintProblem[] {
  const firstPlaces = new Map<string, string>();
  const complaints: LintProblem[] = [];
  const lists: [string, readonly (Pick<Check, 'id'> & Partial<Pick<Check, 'kind'>>)[]][] = [
    ['acceptance', acceptance],
    ['build', build],
    ['model_checks', model_checks],
  ];
  for (const [list, checks] of lists) {
    checks.forEach((check, i) => {
      if (firstPlaces.has(check.id))
        complaints.push({
          path: [list, i, 'id'],
          message: `check id "${check.id}" is used twice (also in ${firstPlaces.get(check.id)})`,
        });
      firstPlaces.set(check.id, list);
      if (list === 'acceptance' && check.kind)
        complaints.push({ path: [list, i, 'kind'], message: '`kind` belongs to checks under `build` only' });
    });
  }
  return complaints;
}

function lintLog({ report, log }: Check): LintProblem[] {
  if (report === 'log' && log === undefined)
    return [{ path: ['log'], message: '`report: log` needs the runner that prints it, such as `log: cargo`' }];
  return report !== 'log' && log !== undefined
    ? [{ path: ['log'], message: '`log` belongs to checks with `report: log` only' }]
    : [];
}

function lintAcceptanceCheck(check: Check): LintProblem[] {
  const { report, fail_to_pass, pass_to_pass, accept = [] } = check;
  const names = fail_to_pass.length + pass_to_pass.length;
  return [
    ...(accept.length > 0 && names === 0
      ? [{ path: ['accept'], message: '`accept` is for required tests: name some in fail_to_pass or pass_to_pass' }]
      : []),
    ...(report === 'exit-code' && names > 0
      ? [{ path: ['report'], message: 'required tests need a report format that names tests (junit, tap, …)' }]
      : []),
    ...lintQuarantine(check),
  ];
}

function lintOtherCheck({ pass_to_pass, quarantine, accept }: Check): LintProblem[] {
  const only = 'belongs to checks under `acceptance` only';
  return [
    ...(accept === undefined ? [] : [{ path: ['accept'], message: `\`accept\` ${only}` }]),
    ...(pass_to_pass === 'all' ? [{ path: ['pass_to_pass'], message: `"all" ${only}: list the tests` }] : []),
    ...(quarantine.length > 0 ? [{ path: ['quarantine'], message: `\`quarantine\` ${only}` }] : []),
  ];
}

function lintQuarantine({ fail_to_pass, pass_to_pass, quarantine }: Check): LintProblem[] {
  const complaints: LintProblem[] = [];
  const names = [...fail_to_pass, ...(pass_to_pass === 'all' ? [] : pass_to_pass)].map(normalizeTestName);
  const allNames = new Set(names);
  const usedNames = new Set<string>();
  quarantine.forEach(({ test }, i) => {
    const name = normalizeTestName(test);
    const say = (message: string) => complaints.push({ path: ['quarantine', i, 'test'], message });
    if (usedNames.has(name)) say(`"${test}" is in quarantine twice`);
    else if (
      !allNames.has(name) &&
      pass_to_pass !== 'all' &&
      !names.some((required) => canStandForTest(required, name))
    )
      say(`"${test}" is no required test of this check: write it as fail_to_pass or pass_to_pass has it`);
    usedNames.add(name);
  });
  if (quarantine.length > 0 && pass_to_pass !== 'all' && names.every((name) => usedNames.has(name)))
    complaints.push({ path: ['quarantine'], message: 'every required test is in quarantine: nothing would decide' });
  return complaints;
}

/**
 * Tells whether a required name can match this test among others: as a pattern, a file or the base name of parametrised
 * rows.
 */
function canStandForTest(required: string, test: string): boolean {
  if (parseNamePattern(required)?.matches(test)) return true;
  if (!test.startsWith(required)) return false;
  return /^(::|\[| > |: | )/.test(test.slice(required.length));
}
