import type { ProjectCommand } from '../../../project/project.js';
import type { ContractDraft } from '../contract_draft.js';
import type { InitSession } from '../init_session.js';
import type { TestMeasurement } from '../measure_tests.js';
import { type ChangeParts, UnsuitableCommit } from '../read_change_parts.js';
import { formatSetupProblems } from '../setup/format_setup_problems.js';
import { isMachineLacking } from '../setup/is_machine_lacking.js';
import { isSetupWorthwhile } from '../setup/is_setup_worthwhile.js';
import { readDraft } from './read_draft.js';
import type { MeasurementProblem } from './test_run.js';

/** A suite that takes longer is not run as a whole, but only its hidden files. Milliseconds. */
const WHOLE_SUITE_MS = 10_000;
/** A suite that takes longer is not run for a change of test data alone, which no test file stands for. Milliseconds. */
const DATA_SUITE_MS = 30_000;
/** Further time of a run of the whole suite before it is ended, in milliseconds. */
const START_MS = 5_000;

/** Measures the tests: tries each way to set up the repository, first with the whole suite, then with hidden files only. */
export async function measureDraft(
  first: ContractDraft,
  { change, project, split }: ChangeParts,
  stage: string,
  session: InitSession,
): Promise<TestMeasurement & { draft: ContractDraft }> {
  const problems: { setup: readonly ProjectCommand[]; found: MeasurementProblem }[] = [];
  const candidates = project.setup_candidates.length > 0 ? project.setup_candidates : [[]];
  const asked = project.asked_dependencies ?? change.commit;
  for (const setup of candidates as ProjectCommand[][]) {
    const tried = problems.map((one) => ({ setup: one.setup, stage: one.found.stage }));
    if (!isSetupWorthwhile(setup, tried)) continue;
    const known = session.reach.explain(setup, asked);
    if (known !== undefined) {
      problems.push({ setup, found: { stage: 'setup', problem: known, lacking: true } });
      continue;
    }
    // A runner that selects no files runs the whole suite, however long it takes.
    const hidden_files = split.tests.filter(project.isTestFile);
    const selects = project.tests.createCommand(hidden_files) !== project.tests.createCommand([]);
    const most = selects ? WHOLE_SUITE_MS : split.tests.length === 0 ? DATA_SUITE_MS : undefined;
    for (const whole_suite of selects ? [true, false] : [true]) {
      const draft: ContractDraft = {
        ...first,
        ...{
          setup,
          whole_suite,
          // What takes longer is measured by its hidden files only.
          ...(whole_suite && most !== undefined ? { timeout_ms: most + START_MS } : {}),
          test_command: project.tests.createCommand(whole_suite ? [] : hidden_files),
          challenge_command: whole_suite && selects ? project.tests.createCommand(hidden_files) : undefined,
        },
      };
      const measured = await session.measure(readDraft(draft, stage, session), whole_suite ? most : undefined);
      if (!('problem' in measured)) return { ...measured, draft };
      problems.push({ setup, found: measured });
      if (measured.stage === 'setup' || measured.stage === 'patch') break;
    }
    const last = problems.at(-1)!.found;
    session.reach.note(setup, asked, last.unreachable);
    last.problem = session.reach.explain(setup, asked) ?? last.problem;
    // Another setup changes neither the patch, nor the tool, nor a report that contradicts its exit status.
    if (last.stage === 'patch' || last.contradictory || isToolLack(last)) break;
  }
  const last = problems.at(-1)!.found;
  if (isToolLack(last)) throw new UnsuitableCommit(last.problem, false, true);
  throw new UnsuitableCommit(
    formatSetupProblems(problems.map(({ setup, found }) => ({ setup, problem: found.problem }))),
    false,
    isMachineLacking(problems),
  );
}

/** Tells whether a whole installation led to tests or a build that need another version of a tool. */
const isToolLack = ({ lacking, stage }: MeasurementProblem): boolean => lacking === true && stage !== 'setup';
