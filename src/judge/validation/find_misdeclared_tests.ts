import type { Check } from '../../contract/contract_schema.js';
import { toOneLine } from '../rubric/text/to_one_line.js';
import type { CheckObservation, ProofEvidence, ProofObservation } from './proof_observation.js';

/**
 * Finds required tests whose state before the patch is not as declared.
 *
 * `wrong` refutes; `unseen` lists tests whose state nothing shows. Quarantined tests are ignored.
 */
export function findMisdeclaredTests(
  attempt: ProofObservation,
  { contract }: Pick<ProofEvidence, 'contract'>,
): { wrong: string[]; unseen: string[] } {
  const problems: string[] = [];
  const unseen: string[] = [];
  for (const check of contract.acceptance) {
    const run = attempt.runs.find((one) => one.check === check.id && one.kind === 'acceptance');
    const has_tests = run !== undefined && Object.keys(run.tests).length > 0;
    if (!has_tests && check.pass_to_pass.length > 0)
      unseen.push(
        check.pass_to_pass === 'all'
          ? `${check.id}: pass_to_pass is "all", and no test passes before the patch: nothing is kept from regressions`
          : `${check.id}: no report before the patch, so nothing shows that its pass_to_pass tests pass there`,
      );
    if (!has_tests) continue;
    problems.push(...findWrongTests(check, run));
    if (check.pass_to_pass === 'all' && run.tag === undefined && requiresOnlyFailToPass(check, run))
      unseen.push(
        `${check.id}: pass_to_pass is "all", and no test passes before the patch: nothing is kept from regressions`,
      );
  }
  return { wrong: problems, unseen };
}

/** Tells whether a check that requires all tests names only `fail_to_pass`. */
function requiresOnlyFailToPass({ fail_to_pass }: Check, { tests }: CheckObservation): boolean {
  const listed = new Set(fail_to_pass);
  return fail_to_pass.length > 0 && Object.keys(tests).every((name) => listed.has(name));
}

function findWrongTests(check: Check, run: CheckObservation): string[] {
  const aside = new Set(run.quarantined);
  const standing = (name: string) => (Object.hasOwn(run.tests, name) ? run.tests[name]! : 'missing');
  const line = (list: string, name: string, what: string) => `${check.id}: ${list} "${toOneLine(name, 300)}" ${what}`;
  // The tests that "all" stands for were observed to pass.
  const pass_to_pass = check.pass_to_pass === 'all' ? [] : check.pass_to_pass;
  return [
    ...check.fail_to_pass
      .filter((name) => !aside.has(name) && standing(name) === 'passed')
      .map((name) => line('fail_to_pass', name, 'passes already before the patch')),
    ...pass_to_pass
      .filter((name) => !aside.has(name) && standing(name) !== 'passed')
      .map((name) => line('pass_to_pass', name, describeNotPassing(name, standing(name), run))),
  ];
}

/** Describes a test that must pass before the patch and does not, with a remedy if it merely did not run. */
function describeNotPassing(name: string, standing: string, { crash, unseen = {} }: CheckObservation): string {
  const plain = `does not pass before the patch: ${standing}`;
  if (standing !== 'missing') return plain;
  if (crash === undefined) return plain + (Object.hasOwn(unseen, name) ? unseen[name]! : '');
  return (
    `${plain}, since ${crash}, and a process that dies takes the tests behind it along. List it under ` +
    'fail_to_pass, or write pass_to_pass: all, which stands for the tests that pass before the patch'
  );
}
