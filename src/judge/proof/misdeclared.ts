import type { Check } from '../../contract/schema.js';
import { oneLine } from '../rubric/why.js';
import type { ProofEvidence } from './evidence.js';
import type { CheckRun, Observation } from './observation.js';

/**
 * Finds required tests that do not stand as declared before the patch. `wrong` refutes; `unseen` says where nothing shows how they
 * stand. Tests in quarantine are not looked at.
 */
export function misdeclared(
  attempt: Observation,
  { contract }: Pick<ProofEvidence, 'contract'>,
): { wrong: string[]; unseen: string[] } {
  const wrong: string[] = [];
  const unseen: string[] = [];
  for (const check of contract.acceptance) {
    const run = attempt.runs.find((one) => one.check === check.id && one.kind === 'acceptance');
    const seen = run !== undefined && Object.keys(run.tests).length > 0;
    if (!seen && check.pass_to_pass.length > 0)
      unseen.push(
        check.pass_to_pass === 'all'
          ? `${check.id}: pass_to_pass is "all", and no test passes before the patch: nothing is kept from regressions`
          : `${check.id}: no report before the patch, so nothing shows that its pass_to_pass tests pass there`,
      );
    if (!seen) continue;
    wrong.push(...wrongIn(check, run));
    if (check.pass_to_pass === 'all' && run.tag === undefined && standsForNothing(check, run))
      unseen.push(
        `${check.id}: pass_to_pass is "all", and no test passes before the patch: nothing is kept from regressions`,
      );
  }
  return { wrong, unseen };
}

/** Whether nothing but fail_to_pass is required of a check that wants all. */
function standsForNothing({ fail_to_pass }: Check, { tests }: CheckRun): boolean {
  const listed = new Set(fail_to_pass);
  return fail_to_pass.length > 0 && Object.keys(tests).every((name) => listed.has(name));
}

function wrongIn(check: Check, run: CheckRun): string[] {
  const aside = new Set(run.quarantined);
  const standing = (name: string) => (Object.hasOwn(run.tests, name) ? run.tests[name]! : 'missing');
  const line = (list: string, name: string, what: string) => `${check.id}: ${list} "${oneLine(name, 300)}" ${what}`;
  // What "all" stands for was seen to pass.
  const kept = check.pass_to_pass === 'all' ? [] : check.pass_to_pass;
  return [
    ...check.fail_to_pass
      .filter((name) => !aside.has(name) && standing(name) === 'passed')
      .map((name) => line('fail_to_pass', name, 'passes already before the patch')),
    ...kept
      .filter((name) => !aside.has(name) && standing(name) !== 'passed')
      .map((name) => line('pass_to_pass', name, notPassing(name, standing(name), run))),
  ];
}

/** What is wrong with a test that must pass before the patch, and what to do where it only did not come to run. */
function notPassing(name: string, standing: string, { crash, unseen = {} }: CheckRun): string {
  const plain = `does not pass before the patch: ${standing}`;
  if (standing !== 'missing') return plain;
  if (crash === undefined) return plain + (Object.hasOwn(unseen, name) ? unseen[name]! : '');
  return `${plain}, since ${crash}, and a process that dies takes the tests behind it along. List it under fail_to_pass, or write pass_to_pass: all, which stands for the tests that pass before the patch`;
}
