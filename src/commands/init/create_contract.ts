import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { listBriefingTexts } from '../../contract/leaks/briefing_text.js';
import { findLeaks } from '../../contract/leaks/find_leaks.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { type CanaryFile, createCanaryFile, listCanaryFiles } from '../../project/canary_file.js';
import type { Project, ProjectCommand } from '../../project/project.js';
import type { ChangeSplit } from '../../project/split_change.js';
import { readContract } from '../../run/contract_files/read_contract.js';
import type { CommitChange } from '../../workspace/history/read_commit.js';
import { type ChangeText, createTitle, isBugFix, listDescriptions } from './change_text.js';
import { type ContractDraft, renderContract } from './contract_draft.js';
import type { MeasuredDraft } from './drafts/open_draft_store.js';
import { restoreDraft } from './drafts/restore_draft.js';
import { removeEmptyFolder } from './files/remove_empty_folder.js';
import type { InitSession } from './init_session.js';
import type { MeasurementProblem, TestMeasurement } from './measure_tests.js';
import { type ChangeParts, readChangeParts, UnsuitableCommit } from './read_change_parts.js';
import { selectTests, type TestSelection } from './select_tests.js';
import { formatSetupProblems } from './setup/format_setup_problems.js';
import { isSetupWorthwhile } from './setup/is_setup_worthwhile.js';

/** Outcome of one commit. */
export interface ContractOutcome {
  commit: string;
  subject: string;
  state: 'proven' | 'written' | 'unproven' | 'skipped';
  /** Why there is no proven contract, or a summary of it. */
  reason: string;
  /** Contract file; absent if none was written. */
  path?: string;
  /** Tests of the contract. */
  tests?: { fail_to_pass: number; pass_to_pass: number; flaky: number };
  /** Things that the author should look at. */
  notes: string[];
  /** True if another try of the commit cannot help. */
  final?: boolean;
  /** True if the budget ended before the commit was done. */
  unfinished?: boolean;
  wall_ms: number;
}

/** A suite that takes longer is not run as a whole, but only its hidden files. Milliseconds. */
const WHOLE_SUITE_MS = 10_000;
/** A suite that takes longer is not run for a change of test data alone, which no file of tests stands for. */
const DATA_SUITE_MS = 30_000;
/** Most tests that are listed by name; more are written as `all`. */
const MAX_LISTED = 50;
/** Ceiling of a run while the tests are measured, in milliseconds. */
const MEASURE_MS = 300_000;
/** Further time of a run of the whole suite before it is ended, in milliseconds. */
const START_MS = 5_000;
const QUARANTINE_DAYS = 90;

/**
 * Creates a contract from a commit: splits the change, runs the tests without and with it, fills in the required tests,
 * writes the canary and proves the contract. The folder appears under its name only when it is complete.
 */
export async function createContract(
  change: CommitChange,
  text: ChangeText,
  session: InitSession,
): Promise<ContractOutcome> {
  const from = performance.now();
  const outcome = (rest: Omit<ContractOutcome, 'commit' | 'subject' | 'wall_ms' | 'notes'> & { notes?: string[] }) => ({
    ...{ commit: change.commit, subject: change.subject, notes: [], ...rest },
    wall_ms: Math.round(performance.now() - from),
  });
  const id = createContractId(text, change);
  const folder = join(session.tasks, id);
  const path = relative(session.cwd, join(folder, 'contract.yml'));
  if (lstatSync(folder, { throwIfNoEntry: false })) {
    const state = existsSync(join(folder, 'contract.lock')) ? 'proven' : 'written';
    return outcome({ state, path, reason: `${relative(session.cwd, folder)} is there already` });
  }
  const made = mkdirSync(session.tasks, { recursive: true });
  const stage = mkdtempSync(join(session.tasks, '.init-'));
  try {
    const kept = session.prove && (await restoreDraft(id, stage, session));
    const written = kept ?? (await writeMeasuredDraft(change, id, text, stage, session));
    const { tests, notes, summary } = written;
    // A proof binds the description: one that is still to be written is proven by its author.
    const provable = session.prove !== undefined && !written.unwritten;
    if (provable && !kept) {
      const basis = await session.computeBasis(readContract(join(stage, 'contract.yml'), session.cwd));
      session.drafts.keep(id, stage, { ...written, basis });
    }
    const proof = provable ? await session.prove?.(join(stage, 'contract.yml'), id, kept !== undefined) : undefined;
    session.signal.throwIfAborted();
    session.drafts.remove(id);
    const proven = proof?.verdict === 'proven';
    if (proof && !proven && !session.keep_unproven)
      return outcome({ state: 'unproven', reason: proof.reason, tests, notes });
    chmodSync(stage, 0o755);
    renameSync(stage, folder);
    const reason = proof && !proven ? proof.reason : summary;
    return outcome({ state: proven ? 'proven' : proof ? 'unproven' : 'written', reason, path, tests, notes });
  } catch (error) {
    if (!(error instanceof UnsuitableCommit)) throw error;
    session.drafts.remove(id);
    return outcome({ state: 'skipped', reason: error.message, ...(error.final ? { final: true } : {}) });
  } finally {
    rmSync(stage, { recursive: true, force: true });
    if (made !== undefined) removeEmptyFolder(session.tasks);
  }
}

/** Creates a readable id: words of the title, then the beginning of the commit id. */
function createContractId({ title }: ChangeText, { commit }: Pick<CommitChange, 'commit'>): string {
  const words = createTitle(title)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${words.slice(0, 48).replace(/-+$/, '') || 'change'}-${commit.slice(0, 8)}`;
}

/** Reads a change, measures its tests and writes the staged folder. @throws {UnsuitableCommit} */
async function writeMeasuredDraft(
  change: CommitChange,
  id: string,
  text: ChangeText,
  stage: string,
  session: InitSession,
): Promise<MeasuredDraft> {
  const parts = await readChangeParts(change, session);
  const { draft, notes, selection, unwritten } = await writeDraft(parts, id, text, stage, session);
  const { fail_to_pass, pass_to_pass, flaky } = selection;
  const tests = { fail_to_pass: fail_to_pass.length, pass_to_pass: pass_to_pass.length, flaky: flaky.length };
  return { tests, notes, summary: describeTests(draft, selection), unwritten };
}

interface WrittenDraft {
  draft: ContractDraft;
  selection: TestSelection;
  notes: string[];
  /** True if the author has to write the description. */
  unwritten: boolean;
}

/** Writes the staged folder: measures the tests with a first draft, then writes the contract itself. */
async function writeDraft(
  parts: ChangeParts,
  id: string,
  text: ChangeText,
  stage: string,
  session: InitSession,
): Promise<WrittenDraft> {
  const { change, project, split, golden, hidden, examples, restore } = parts;
  mkdirSync(stage, { recursive: true });
  writeFileSync(join(stage, 'golden.patch'), golden);
  for (const file of hidden) writeHidden(stage, file);
  const canary = createCanaryFile(project, examples);
  const first: ContractDraft = {
    ...{ id, title: createTitle(text.title), description: 'The tests of this task are being measured.\n' },
    kind: isBugFix(text) ? 'bug-fix' : 'feature',
    git: relative(stage, session.git_folder) || '.',
    ...{ parent: change.parent, commit: change.commit, authored_at: change.authored_at, project, restore },
    ...{ setup: [], test_command: '', whole_suite: true, timeout_ms: MEASURE_MS },
    required: { fail_to_pass: [], pass_to_pass: [], quarantine: [] },
    source_files: split.source,
    changed_lines: countChangedLines(change, split),
    measuring: true,
  };
  const measured = await measureDraft(first, parts, stage, session);
  const selection = selectTests(measured.base, measured.golden);
  if (selection.fail_to_pass.length === 0) throw new UnsuitableCommit(explainNoTests(selection));
  if (canary) writeHidden(stage, toHiddenCanary(canary));
  const draft: ContractDraft = {
    ...measured.draft,
    measuring: false,
    timeout_ms: Math.min(1_800_000, Math.max(60_000, 10 * measured.wall_ms)),
    required: createRequired(selection, project, session),
  };
  const completed = canary ? await addCanary(canary, draft, split, stage, session) : draft;
  const { draft: described, unwritten } = describeDraft(completed, text, readDraft(completed, stage, session));
  readText(renderContract(described), stage, session);
  const notes = [
    ...(described.description_note ? [described.description_note] : []),
    ...(split.mixed.length > 0
      ? [`${split.mixed.join(', ')}: tests in source files stay in the reference solution and are not required`]
      : []),
    ...(split.removed_tests.length > 0
      ? [`the change removes ${split.removed_tests.join(', ')}; the contract keeps it`]
      : []),
    ...(canary ? [] : [`no canary: there is none that ${project.tests.runner} would run beside these tests`]),
    ...draft.setup.flatMap(({ left_out }) => (left_out ? [`not installed: ${left_out.join(', ')}`] : [])),
    ...(project.tests.weakness ? [project.tests.weakness] : []),
  ];
  return { draft: described, selection, notes, unwritten };
}

/**
 * Adds the canary to a draft: beside the hidden tests if it then fails with the reference solution as it must, else by
 * itself. Beside others, a runner may leave it out, or a file may fail as a whole.
 */
async function addCanary(
  canary: CanaryFile,
  draft: ContractDraft,
  split: ChangeSplit,
  stage: string,
  session: InitSession,
): Promise<ContractDraft> {
  const { environment, test } = canary;
  const { project } = draft;
  const create = (files: readonly string[]): ContractDraft => ({
    ...draft,
    canary: {
      ...{ run: project.tests.createCommand(files), environment },
      ...(test === undefined ? {} : { must_fail: [test] }),
    },
  });
  const files = listCanaryFiles(canary, split.tests, project);
  const alone = create([canary.path]);
  if (files.length === 1) return alone;
  const beside = create(files);
  return (await session.checkCanary(readDraft(beside, stage, session))) ? beside : alone;
}

/** Measures the tests: tries each way to set up the repository, first with the whole suite, then with hidden files only. */
async function measureDraft(
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
      problems.push({ setup, found: { stage: 'setup', problem: known } });
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
    // Another setup changes neither the patch nor a report that contradicts its exit status.
    if (last.stage === 'patch' || last.contradictory) break;
  }
  throw new UnsuitableCommit(
    formatSetupProblems(problems.map(({ setup, found }) => ({ setup, problem: found.problem }))),
  );
}

/** Writes a draft, with texts that give nothing away, and reads it as the engine does. */
function readDraft(draft: ContractDraft, stage: string, session: InitSession): LoadedContract {
  return readText(
    renderContract({ ...draft, title: `Task ${draft.id}`, description: 'Being measured.\n' }),
    stage,
    session,
  );
}

function readText(text: string, stage: string, session: InitSession): LoadedContract {
  const path = join(stage, 'contract.yml');
  writeFileSync(path, text);
  try {
    return readContract(path, session.cwd);
  } catch (error) {
    if (error instanceof UserError) throw new UnsuitableCommit(`the contract cannot be read: ${error.message}`);
    throw error;
  }
}

/** Chooses the fullest description that does not give the solution away. */
function describeDraft(
  draft: ContractDraft,
  text: ChangeText,
  loaded: LoadedContract,
): { draft: ContractDraft; unwritten: boolean } {
  const own = createTitle(text.title);
  const isLeaky = (title: string, description: string) => {
    const contract = { ...loaded.contract, title, description };
    return findLeaks(listBriefingTexts(contract), loaded).some(({ certain }) => certain);
  };
  const title = own === '' || isLeaky(own, '-') ? `Task ${draft.id}` : own;
  const descriptions = listDescriptions({ ...text, title: own === '' || title !== own ? '' : text.title });
  const description = descriptions.find((one) => !isLeaky(title, one));
  if (description === undefined || description.trim() === '')
    return {
      draft: {
        ...draft,
        title,
        description: 'Describe the problem here: what happens, and what should happen instead.\n',
        description_note: `Write the description, then run gatebench validate: the ${text.origin} gives the solution away.`,
      },
      unwritten: true,
    };
  const shortened = `Shortened: the whole ${text.origin} gives the solution away. Say what happens and what should happen.`;
  return {
    draft: {
      ...draft,
      title,
      description,
      ...(description === descriptions[0] ? {} : { description_note: shortened }),
    },
    unwritten: false,
  };
}

function createRequired(
  selection: TestSelection,
  { tests }: Project,
  { owner, now }: InitSession,
): ContractDraft['required'] {
  const { fail_to_pass, pass_to_pass, flaky } = selection;
  // A check without a report has no names: its exit status decides.
  if (tests.report === 'exit-code') return { fail_to_pass: [], pass_to_pass: [], quarantine: [] };
  const expires = new Date(now().getTime() + QUARANTINE_DAYS * 86_400_000).toISOString().slice(0, 10);
  const listed = pass_to_pass.length <= MAX_LISTED;
  return {
    fail_to_pass,
    pass_to_pass: listed ? [...pass_to_pass, ...flaky.map(({ name }) => name)] : 'all',
    quarantine: flaky.map(({ name, golden, base }) => ({
      ...{ test: name, owner, expires },
      reason:
        `passed in ${golden.passed} of ${golden.runs} runs with the reference solution, and in ${base.passed} of ` +
        `${base.runs} without it`,
    })),
  };
}

function explainNoTests({ failing, flaky, pass_to_pass }: TestSelection): string {
  const also = [
    ...(failing.length > 0 ? [`${failing.length} fail with it too ("${failing[0]}")`] : []),
    ...(flaky.length > 0 ? [`${flaky.length} pass only sometimes`] : []),
    ...(pass_to_pass.length > 0 ? [`${pass_to_pass.length} pass before it as well`] : []),
  ];
  return `no test fails before the change and passes after it${also.length > 0 ? `: ${also.join(', ')}` : ''}`;
}

function describeTests({ required }: ContractDraft, { fail_to_pass, pass_to_pass, flaky }: TestSelection): string {
  if (required.fail_to_pass.length === 0) return 'the exit status of the tests decides';
  const unsteady = flaky.length > 0 ? `, ${flaky.length} flaky` : '';
  return `${fail_to_pass.length} tests begin to pass, ${pass_to_pass.length} keep passing${unsteady}`;
}

function countChangedLines({ files }: CommitChange, { source }: ChangeSplit): number {
  const own = files.filter(({ path }) => source.includes(path));
  return own.reduce((sum, { added_lines, deleted_lines }) => sum + (added_lines ?? 0) + (deleted_lines ?? 0), 0);
}

function writeHidden(stage: string, { path, content, executable }: ChangeParts['hidden'][number]): void {
  const target = join(stage, 'hidden', path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content, { mode: executable ? 0o755 : 0o644 });
}

const toHiddenCanary = ({ path, content }: CanaryFile) => ({ path, content: Buffer.from(content), executable: false });
