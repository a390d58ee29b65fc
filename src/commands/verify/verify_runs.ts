import { dirname, join } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import { sumMissingContent } from '../../record/storage/removal.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { type RecordIntegrity, type RunVerification, verifyRun } from '../../record/storage/verify_run.js';
import { findRecordFaults } from '../../run/find_record_faults.js';
import { readRegularFile } from '../../system/read_regular_file.js';
import type { CommandContext } from '../io/command_context.js';
import { findOutputFolders, findRecordMismatches, findRuns } from '../io/find_runs.js';
import { getExitCode } from '../io/get_exit_code.js';
import { findInclusionFaults, printInclusionProof } from './print_inclusion_proof.js';
import type { VerifyOptions } from './verify_attestation.js';
import { verifyAttestation } from './verify_attestation.js';
import { verifyOutputFolder } from './verify_output_folder.js';

/**
 * Verifies chain, seal, files and alerts of run directories, and the lists of output folders (`verifyRuns`).
 *
 * @returns 0 if all are sealed, also those from which content was removed as their ledger says, 1 if something was
 *   changed, 3 if something is unfinished or of another version
 * @throws {UserError} for options that do not fit what is named
 */
export function verifyRuns(
  names: readonly string[],
  options: VerifyOptions,
  out: CommandContext,
  cwd = process.cwd(),
): 0 | 1 | 3 {
  const runs = findRuns(names, cwd, true);
  const folders = findOutputFolders(names, cwd);
  requireFittingOptions(names, folders.length, options);
  const say = options.prove === undefined ? out.log : out.error;
  const signed = verifyAttestation(options, cwd);
  const is_root = folders.length > 0 || options.proof !== undefined;
  const signed_root = signed?.predicate?.root;
  const root = is_root ? (options.head ?? signed_root) : undefined;
  const head = is_root ? undefined : options.head;
  const proven = new Map<string, { path: string; is_erased: boolean }>();
  const standings = runs.map((run) => {
    const { path, shown } = run;
    const verified = verifyRun(path, head ?? run.published, RUBRIC_VERSION);
    const { events, made_by, removals } = verified;
    const faults = [
      ...verified.faults,
      ...findRecordMismatches(run, verified),
      ...findRecordFaults(verified, ENGINE_VERSION, (digest) => readArtifact(path, digest)),
      ...(options.proof === undefined ? [] : (signed?.faults ?? []).map((what) => ({ line: null, what }))),
      ...(options.proof === undefined ? [] : findInclusionFaults(options.proof, verified, root, cwd)),
      ...(options.proof === undefined || signed_root === undefined || signed_root === root
        ? []
        : [{ line: null, what: `the attestation is about root ${signed_root}, --head is ${root}` }]),
    ];
    const standing = faults.length > 0 ? 'tampered' : verified.standing;
    // Of another version only the chain is known, and its line was not compared.
    if (run.line !== undefined && (standing === 'sealed' || standing === 'reduced')) {
      const texts = sumMissingContent(removals?.entries ?? []).file_texts;
      proven.set(path, { path, is_erased: texts.has(RUN_FILES.report) });
    }
    if (options.json) {
      const counts = { head: verified.head, events: events.length };
      say(formatInertJson({ run: shown, standing, ...counts, made_by, faults, removals }));
    } else formatRunLines(shown, standing, verified, faults).forEach((line) => void say(line));
    return standing;
  });
  for (const { path, shown } of folders) {
    const {
      faults: list_faults,
      unfinished,
      summary,
    } = verifyOutputFolder(path, {
      ...{ root, signed },
      proven_lines: countProvenLines([...proven.values()].filter((run) => dirname(dirname(run.path)) === path)),
    });
    const faults = [...(signed?.faults ?? []).map((what) => ({ line: null, what })), ...list_faults];
    const whole = unfinished ? 'unsealed' : 'sealed';
    const standing = faults.length > 0 ? 'tampered' : whole;
    standings.push(standing);
    const signer = signed?.signer;
    if (options.json) say(formatInertJson({ folder: shown, standing, ...summary, signer, unfinished, faults }));
    else {
      const counts = summary
        ? `  ${formatQuantity(summary.attempts, 'attempt')}  ${summary.events} events  root ${summary.root}`
        : '';
      say(`${safe(shown)}  ${standing}${counts}`);
      if (signer !== undefined && standing === 'sealed') say(`  signed by ${safe(signer)}`);
      for (const { what: fault } of faults) say(`  ${safe(fault)}`);
      if (unfinished) say(`  ${unfinished}`);
    }
  }
  const [folder] = folders;
  if (options.prove !== undefined && folder) printInclusionProof(folder, options.prove, out);
  const any = (standing: RecordIntegrity) => standings.includes(standing);
  return getExitCode(any('tampered'), any('unsealed') || any('other-version'));
}

/** Formats what was found of a run: its standing, what was removed from it, and each fault. */
function formatRunLines(
  shown: string,
  standing: RecordIntegrity,
  { events, head, made_by, removals }: ReturnType<typeof verifyRun>,
  faults: readonly { line: number | null; what: string }[],
): string[] {
  return [
    `${safe(shown)}  ${standing}  ${events.length} events  head ${head}`,
    ...(standing === 'other-version'
      ? [`  ${safe(made_by ?? '')}: verify it with that version, or run the attempt again`]
      : []),
    ...(standing === 'tampered' ? [] : formatRemovals(removals).map((line) => `  ${safe(line)}`)),
    ...faults.map(({ line, what }) => `  ${line === null ? '' : `events.jsonl:${line} `}${safe(what)}`),
  ];
}

/** Counts the lines of results that their records prove, if a report among them lost a text; else undefined. */
const countProvenLines = (proven: readonly { is_erased: boolean }[]): number | undefined =>
  proven.some(({ is_erased }) => is_erased) ? proven.length : undefined;

/** Formats what was removed from a record after it was sealed, by whom and why. */
function formatRemovals(removals: RunVerification['removals']): string[] {
  if (!removals) return [];
  return [
    ...removals.entries.map((entry) => {
      const { kind, at: time, by: remover, reason, approval } = entry;
      const size = 'removed' in entry ? ` of ${entry.removed.events.length + entry.removed.files.length} places` : '';
      return `${kind}${size} at ${time} by ${remover}${approval ? `, approved by ${approval.by}` : ''}: ${reason}`;
    }),
    ...(removals.pending ? ['a removal was interrupted: `gatebench records retain --resume` finishes it'] : []),
  ];
}

/** Requires one run directory for a proof, and one output folder to prove from. @throws {UserError} */
function requireFittingOptions(
  names: readonly string[],
  folders: number,
  { prove, proof, head, bundle }: VerifyOptions,
): void {
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head))
    throw new UserError(
      `--head: "${safe(head)}" is no hash of 64 hexadecimal digits`,
      'Copy the whole head or root from where it was published.',
    );
  if (prove !== undefined && (names.length !== 1 || folders !== 1))
    throw new UserError('--prove is for one output folder', 'Name the folder that holds the attempt.');
  if (proof !== undefined && (names.length !== 1 || folders !== 0))
    throw new UserError(
      '--proof is for one run directory',
      'Name the directory of the run, e.g. gatebench-out/runs/ID.',
    );
  if (bundle !== undefined && folders === 0 && proof === undefined)
    throw new UserError(
      '--bundle is for an output folder, or for a run with --proof',
      'Name the output folder, or give the proof of the run with --proof FILE.',
    );
  if (proof !== undefined && head === undefined && bundle === undefined)
    throw new UserError(
      '--proof needs the root that was published',
      'Give it with --head ROOT, or in an attestation with --bundle FILE.',
    );
}

/** Reads an artifact of a run; undefined if it is not there. */
function readArtifact(path: string, digest: string): Buffer | undefined {
  try {
    return readRegularFile(join(path, RUN_FILES.artifacts, digest));
  } catch {
    return undefined;
  }
}
