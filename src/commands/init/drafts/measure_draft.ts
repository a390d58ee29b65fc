import type { ProjectCommand } from '../../../project/project.js';
import { countFailures } from '../../../record/tests/test_report.js';
import {
  formatSetupProblems,
  isMachineLacking,
  isSetupWorthwhile,
  type MeasurementProblem,
} from '../setup/measurement_problem.js';
import type { ContractDraft } from './contract_draft.js';
import { findUnloadedFile } from './find_unloaded_file.js';
import type { InitSession } from './init_session.js';
import { listTestExtents } from './list_test_extents.js';
import type { TestMeasurement } from './measure_tests.js';
import { type ChangeParts, UnsuitableCommit } from './read_change_parts.js';
import { readDraft } from './read_draft.js';
import { MAX_LOAD } from './read_test_run.js';

/** Further time of a run of the whole suite before it is ended, in milliseconds. */
const START_MS = 5_000;

/**
 * Measures the tests: tries each way to set up the repository, first with the whole suite, then with the hidden files
 * and a sample of others, then with the hidden files only.
 */
export async function measureDraft(
  first: ContractDraft,
  parts: ChangeParts,
  stage: string,
  session: InitSession,
): Promise<TestMeasurement & { draft: ContractDraft }> {
  const { change, project } = parts;
  const problems: { setup: readonly ProjectCommand[]; found: MeasurementProblem }[] = [];
  const candidates: (readonly ProjectCommand[])[] =
    project.setup_candidates.length > 0 ? [...project.setup_candidates] : [[]];
  let is_retried = false;
  const dependencies = project.asked_dependencies ?? change.commit;
  for (let setup = candidates.shift(); setup !== undefined; setup = candidates.shift()) {
    const tried = problems.map((one) => ({ setup: one.setup, stage: one.found.stage }));
    if (!isSetupWorthwhile(setup, tried)) continue;
    const knownProblem = session.reach.explain(setup, dependencies);
    if (knownProblem !== undefined) {
      problems.push({ setup, found: { stage: 'setup', problem: knownProblem, lacking: true } });
      continue;
    }
    // A sample helps where the suite is slow, and not where it cannot be run.
    let is_slow = true;
    for (const extent of listTestExtents(parts, session)) {
      if (extent.kind === 'sample' && !is_slow) continue;
      const { files, most_ms } = extent;
      const draft: ContractDraft = {
        ...first,
        ...{ setup, extent: extent.kind, others: extent.others, is_slow },
        // What takes longer is measured by fewer files.
        timeout_ms: MAX_LOAD * most_ms + START_MS,
        test_command: project.tests.createCommand(files),
        challenge_command: extent.hidden === undefined ? undefined : project.tests.createCommand(extent.hidden),
      };
      const measured = await session.measure(readDraft(draft, stage, session), most_ms);
      if (!('problem' in measured)) {
        const unloaded = findUnloadedFile(measured, parts.split.tests);
        if (unloaded === undefined) return { ...measured, draft };
        // What other tests say is not what this file needs.
        const lack = isAloneFailing(measured) ? measured.lack : undefined;
        const test_problem: MeasurementProblem = { stage: 'tests', problem: lack ?? unloaded };
        problems.push({ setup, found: lack === undefined ? test_problem : { ...test_problem, lacking: true } });
        break;
      }
      problems.push({ setup, found: measured });
      if (measured.stage === 'setup' || measured.stage === 'patch') break;
      if (extent.kind === 'suite') is_slow = measured.slow !== undefined;
      // A run that was ended may hang for this commit alone.
      if (measured.slow === 'ended') session.slow_suites.add(extent.key);
    }
    const last = problems.at(-1)!.found;
    // What it reads may be more than was seen: it is tried once in the whole repository.
    if (!is_retried && last.stage === 'setup' && !last.lacking && !last.unreachable && readsSome(setup)) {
      is_retried = true;
      candidates.unshift(setup.map(({ inputs, ...command }) => command));
    }
    session.reach.note(setup, dependencies, last.unreachable);
    last.problem = session.reach.explain(setup, dependencies) ?? last.problem;
    // Another setup changes neither the patch, nor a report that contradicts its exit status, nor slow tests. Nor, once
    // everything is installed, the tool: before, a package may be missing that stands in for what it does not know.
    if (last.stage === 'patch' || last.contradictory || last.slow) break;
    if (isToolLack(last) && isWhole(setup)) break;
  }
  const last = problems.at(-1)!.found;
  if (isToolLack(last)) throw new UnsuitableCommit(last.problem, false, true);
  throw new UnsuitableCommit(
    formatSetupProblems(problems.map(({ setup, found }) => ({ setup, problem: found.problem }))),
    false,
    isMachineLacking(problems, parts.own_modules),
  );
}

/** Tells whether one failure is all that a run with the reference solution reports. */
const isAloneFailing = ({ golden }: TestMeasurement): boolean => countFailures(golden[0]!) === 1;

/** Tells whether a setup installs all that the project asks for. */
const isWhole = (setup: readonly ProjectCommand[]): boolean =>
  setup.some(({ network }) => network.length > 0) &&
  !setup.some(({ lenient, left_out }) => lenient || left_out !== undefined);

/** Tells whether a setup sees certain files of the repository alone. */
const readsSome = (setup: readonly ProjectCommand[]): boolean => setup.some(({ inputs }) => (inputs ?? []).length > 0);

/** Tells whether an installation led to tests or a build that need another version of a tool. */
const isToolLack = ({ lacking, stage }: MeasurementProblem): boolean => lacking === true && stage !== 'setup';
