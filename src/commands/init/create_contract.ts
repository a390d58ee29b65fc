import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { type CanaryFile, createCanaryFile, listCanaryFiles } from '../../project/canary_file.js';
import type { ChangeSplit } from '../../project/split_change.js';
import { readContract } from '../../run/contract_files/read_contract.js';
import type { CommitChange } from '../../workspace/history/read_commit.js';
import { type ChangeText, createTitle, readChangeKind } from './drafts/change_text.js';
import { type ContractDraft, renderContract } from './drafts/contract_draft.js';
import { createRequired, describeTests, explainNoTests } from './drafts/create_required.js';
import { describeDraft } from './drafts/describe_draft.js';
import { describeSymptom } from './drafts/describe_symptom.js';
import type { InitSession } from './drafts/init_session.js';
import { limitTestTime } from './drafts/limit_test_time.js';
import { measureDraft } from './drafts/measure_draft.js';
import type { MeasuredDraft } from './drafts/open_draft_store.js';
import { type ChangeParts, readChangeParts, UnsuitableCommit } from './drafts/read_change_parts.js';
import { readDraft, readDraftText, restoreDraft } from './drafts/read_draft.js';
import { selectTests, type TestSelection } from './drafts/select_tests.js';
import { nameHiddenFile } from './files/name_hidden_file.js';
import { removeEmptyFolder } from './files/write_files_together.js';

/** Outcome of one commit. */
export interface ContractOutcome {
  commit: string;
  subject: string;
  /** `not begun`: the walk ended before it. */
  state: 'proven' | 'written' | 'unproven' | 'skipped' | 'not begun';
  /** Why there is no proven contract, or a summary of it. */
  reason: string;
  /** Contract file; absent if none was written. */
  path?: string;
  /** Strength of a pass as a figure; absent if the contract is not proven. */
  strength?: string;
  /** Tests of the contract. */
  tests?: { fail_to_pass: number; pass_to_pass: number; flaky: number };
  /** Things that the author should look at. */
  notes: string[];
  /** True if another try of the commit cannot help. */
  final?: boolean;
  /** True if this machine lacks what it takes: another version of a tool, an address. */
  lacking?: boolean;
  /** True if the budget ended before the commit was done. */
  unfinished?: boolean;
  wall_ms: number;
}

/**
 * Creates a contract from a commit: splits the change, runs the tests without and with it, fills in the required tests,
 * writes the canary and proves the contract. The folder appears under its name only when it is complete.
 */
export async function createContract(
  change: CommitChange,
  text: ChangeText,
  session: InitSession,
): Promise<ContractOutcome> {
  const start = performance.now();
  const outcome = (rest: Omit<ContractOutcome, 'commit' | 'subject' | 'wall_ms' | 'notes'> & { notes?: string[] }) => ({
    ...{ commit: change.commit, subject: change.subject, notes: [], ...rest },
    wall_ms: Math.round(performance.now() - start),
  });
  const id = createContractId(text, change);
  const folder = join(session.tasks, id);
  const path = relative(session.cwd, join(folder, 'contract.yml'));
  if (lstatSync(folder, { throwIfNoEntry: false })) {
    const state = existsSync(join(folder, 'contract.lock')) ? 'proven' : 'written';
    return outcome({ state, path, reason: `${relative(session.cwd, folder)} is there already` });
  }
  const createdFolder = mkdirSync(session.tasks, { recursive: true });
  const stage = mkdtempSync(join(session.tasks, '.init-'));
  try {
    const restored = session.prove && (await restoreDraft(id, stage, session));
    const measuredDraft = restored ?? (await writeMeasuredDraft(change, id, text, stage, session));
    const { tests, notes, summary } = measuredDraft;
    // A proof binds the description: one that is still to be written is proven by its author.
    const provable = session.prove !== undefined && !measuredDraft.unwritten;
    if (provable && !restored) {
      const basis = await session.computeBasis(readContract(join(stage, 'contract.yml'), session.cwd));
      session.drafts.keep(id, stage, { ...measuredDraft, basis });
    }
    const proof = provable ? await session.prove?.(join(stage, 'contract.yml'), id, restored !== undefined) : undefined;
    session.signal.throwIfAborted();
    session.drafts.remove(id);
    const proven = proof?.verdict === 'proven';
    if (proof && !proven && !session.keep_unproven)
      return outcome({ state: 'unproven', reason: proof.reason, tests, notes });
    chmodSync(stage, 0o755);
    renameSync(stage, folder);
    const reason = proof && !proven ? proof.reason : summary;
    const unproven = proof ? 'unproven' : 'written';
    if (!proven) return outcome({ state: unproven, reason, path, tests, notes });
    const weakness = proof.weakness === undefined ? [] : [proof.weakness];
    return outcome({ state: 'proven', reason, path, tests, strength: proof.strength, notes: [...weakness, ...notes] });
  } catch (error) {
    if (!(error instanceof UnsuitableCommit)) throw error;
    session.drafts.remove(id);
    const { message: reason, final, lacking } = error;
    const marks = omitUndefined({ final: final || undefined, lacking: lacking || undefined });
    return outcome({ state: 'skipped', reason, ...marks });
  } finally {
    rmSync(stage, { recursive: true, force: true });
    if (createdFolder !== undefined) removeEmptyFolder(session.tasks);
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
  const placed = hidden.map((file, index) => writeHidden(stage, file, index + 1));
  const canary = createCanaryFile(project, examples);
  const first: ContractDraft = {
    ...{ id, title: createTitle(text.title), description: 'The tests of this task are being measured.\n' },
    kind: readChangeKind(text),
    git: relative(stage, session.git_folder) || '.',
    ...{
      parent: change.parent,
      commit: change.commit,
      authored_at: change.authored_at,
      project,
      restore,
      hidden: placed,
    },
    ...{ setup: [], test_command: '', extent: 'suite', others: 0, is_slow: false, timeout_ms: 0 },
    required: { fail_to_pass: [], pass_to_pass: [], quarantine: [] },
    source_files: split.source,
    changed_lines: countChangedLines(change, split),
    measuring: true,
  };
  const measured = await measureDraft(first, parts, stage, session);
  const selection = selectTests(measured.base, measured.golden);
  if (selection.fail_to_pass.length === 0) {
    const { reason, lacking } = explainNoTests(selection, measured.lack);
    throw new UnsuitableCommit(reason, false, lacking);
  }
  const draft: ContractDraft = {
    ...measured.draft,
    ...(canary && { hidden: [...placed, writeHidden(stage, toHiddenCanary(canary), placed.length + 1)] }),
    measuring: false,
    ...limitTestTime(measured.draft.test_command, measured),
    required: createRequired(selection, project, session),
  };
  const completed = canary ? await addCanary(canary, draft, split, stage, session) : draft;
  const symptom = describeSymptom(
    measured,
    hidden.map(({ content }) => content.toString()),
  );
  const loaded = readDraft(completed, stage, session);
  const { draft: described, unwritten } = describeDraft(completed, text, loaded, symptom);
  readDraftText(renderContract(described), stage, session);
  const notes = [
    ...(described.description_note ? [described.description_note] : []),
    ...(split.mixed.length > 0
      ? [`${split.mixed.join(', ')}: tests in source files stay in the reference solution and are not required`]
      : []),
    ...(split.removed_tests.length > 0
      ? [`the change removes ${split.removed_tests.join(', ')}; the contract keeps it`]
      : []),
    ...(measured.hanging ? [`without the change the tests do not end: its command ends them, and they fail`] : []),
    ...(canary ? [] : [`no canary: there is none that ${project.tests.runner} would run beside these tests`]),
    ...draft.setup.flatMap(({ left_out }) => (left_out ? [`not installed: ${left_out.join(', ')}`] : [])),
    ...(project.tests.weakness ? [project.tests.weakness] : []),
  ];
  return { draft: described, selection, notes, unwritten };
}

function countChangedLines({ files }: CommitChange, { source }: ChangeSplit): number {
  const sourceFiles = files.filter(({ path }) => source.includes(path));
  return sourceFiles.reduce(
    (sum, { added_lines, deleted_lines }) => sum + (added_lines ?? 0) + (deleted_lines ?? 0),
    0,
  );
}

/** Writes a hidden file beside the contract, and returns where it lies and where it belongs. */
function writeHidden(
  stage: string,
  { path, content, executable }: ChangeParts['hidden'][number],
  number: number,
): ContractDraft['hidden'][number] {
  const place = `hidden/${nameHiddenFile(path, number)}`;
  mkdirSync(join(stage, 'hidden'), { recursive: true });
  writeFileSync(join(stage, place), content, { mode: executable ? 0o755 : 0o644 });
  return { from: place, to: path };
}

const toHiddenCanary = ({ path, content }: CanaryFile) => ({ path, content: Buffer.from(content), executable: false });

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
      ...omitUndefined({ must_fail: test === undefined ? undefined : [test] }),
    },
  });
  const files = listCanaryFiles(canary, split.tests, project);
  const alone = create([canary.path]);
  if (files.length === 1) return alone;
  const beside = create(files);
  return (await session.checkCanary(readDraft(beside, stage, session))) ? beside : alone;
}
