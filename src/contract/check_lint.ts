import type { Check } from './check.js';
import type { Complaint } from './coordination_lint.js';
import { namePattern } from './name_pattern.js';
import { spelling } from './spelling.js';

/** The checks of a contract. */
interface CheckLists {
  build: 'none' | readonly Check[];
  acceptance: readonly Check[];
  scoring: { maintainability: readonly Check[] };
}

/** Finds what the checks of a contract say and nobody can mean. */
export function lintChecks({ build, acceptance, scoring }: CheckLists): Complaint[] {
  const built = build === 'none' ? [] : build;
  const lists: [Complaint['path'], readonly Check[]][] = [
    [['acceptance'], acceptance],
    [['build'], built],
    [['scoring', 'maintainability'], scoring.maintainability],
  ];
  return [
    ...lintIds(acceptance, built),
    ...lists.flatMap(([list, checks]) =>
      checks.flatMap((check, i) =>
        (list[0] === 'acceptance' ? lintAcceptance(check) : lintOther(check)).map(({ path, message }) => ({
          path: [...list, i, ...path],
          message,
        })),
      ),
    ),
    ...(acceptance.length > 0 && !acceptance.some((check) => check.mandatory)
      ? [{ path: ['acceptance'], message: 'at least one check must be mandatory' }]
      : []),
  ];
}

function lintIds(acceptance: readonly Check[], build: readonly Check[]): Complaint[] {
  const seen = new Map<string, string>();
  const complaints: Complaint[] = [];
  for (const [list, checks] of [
    ['acceptance', acceptance],
    ['build', build],
  ] as const) {
    checks.forEach((check, i) => {
      if (seen.has(check.id))
        complaints.push({
          path: [list, i, 'id'],
          message: `check id "${check.id}" is used twice (also in ${seen.get(check.id)})`,
        });
      seen.set(check.id, list);
      if (list === 'acceptance' && check.kind)
        complaints.push({ path: [list, i, 'kind'], message: '`kind` belongs to checks under `build` only' });
    });
  }
  return complaints;
}

function lintAcceptance(check: Check): Complaint[] {
  const { report, fail_to_pass, pass_to_pass } = check;
  return [
    ...(report === 'exit-code' && fail_to_pass.length + pass_to_pass.length > 0
      ? [{ path: ['report'], message: 'required tests need a report format that names tests (junit, tap, …)' }]
      : []),
    ...lintQuarantine(check),
  ];
}

function lintOther({ pass_to_pass, quarantine }: Check): Complaint[] {
  const only = 'belongs to checks under `acceptance` only';
  return [
    ...(pass_to_pass === 'all' ? [{ path: ['pass_to_pass'], message: `"all" ${only}: list the tests` }] : []),
    ...(quarantine.length > 0 ? [{ path: ['quarantine'], message: `\`quarantine\` ${only}` }] : []),
  ];
}

function lintQuarantine({ fail_to_pass, pass_to_pass, quarantine }: Check): Complaint[] {
  const complaints: Complaint[] = [];
  const names = [...fail_to_pass, ...(pass_to_pass === 'all' ? [] : pass_to_pass)].map(spelling);
  const known = new Set(names);
  const taken = new Set<string>();
  quarantine.forEach(({ test }, i) => {
    const name = spelling(test);
    const say = (message: string) => complaints.push({ path: ['quarantine', i, 'test'], message });
    if (taken.has(name)) say(`"${test}" is in quarantine twice`);
    else if (!known.has(name) && pass_to_pass !== 'all' && !names.some((required) => mayStandFor(required, name)))
      say(`"${test}" is no required test of this check: write it as fail_to_pass or pass_to_pass has it`);
    taken.add(name);
  });
  if (quarantine.length > 0 && pass_to_pass !== 'all' && names.every((name) => taken.has(name)))
    complaints.push({ path: ['quarantine'], message: 'every required test is in quarantine: nothing would decide' });
  return complaints;
}

/** Whether a required name may stand for this test among others: a pattern, a file, the base name of parametrised rows. */
function mayStandFor(required: string, test: string): boolean {
  if (namePattern(required)?.matches(test)) return true;
  if (!test.startsWith(required)) return false;
  return /^(::|\[| > |: | )/.test(test.slice(required.length));
}
