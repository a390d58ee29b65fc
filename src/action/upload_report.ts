import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import type { CommandContext } from '../commands/io/command_context.js';
import { escapeInvisible } from '../contract/input/escape_invisible.js';
import { getArtifactUrl, type ReportArtifact } from '../publish/github/page/add_artifact_to_page.js';
import { shortenText } from '../publish/text/escape_text.js';
import { formatDuration, formatQuantity } from '../publish/text/format_quantity.js';
import { openTimeLimit } from '../system/open_time_limit.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import { MAX_ZIPPED_BYTES } from './runner/create_zip.js';
import { type ArtifactFile, listArtifactFiles } from './runner/list_artifact_files.js';
import type { RunnerServices } from './runner/runner_services.js';
import { uploadArtifact } from './runner/upload_artifact.js';

/** Inputs about the artifact. */
export type ArtifactInputs = Pick<
  ActionInputs,
  'command' | 'artifact' | 'upload-report' | 'retention-days' | 'out' | 'shard'
>;

/** Artifact that the report links to, and what was missed on the way to it. */
interface ReportUpload {
  artifact?: ReportArtifact;
  warnings: string[];
}

/**
 * Uploads the folder `out` as an artifact of the workflow run. A failure is a warning with a remedy and changes no
 * verdict. Never throws.
 *
 * @param files files in place of those of `out`
 * @returns no artifact after an interruption, where there is nothing to upload, and where `out` holds the workspace
 */
export async function uploadReport(
  inputs: ArtifactInputs,
  { services, run_url, workspace }: Pick<ActionEnvironment, 'services' | 'run_url' | 'workspace'>,
  { log, signal }: Pick<CommandContext, 'log' | 'signal'>,
  files?: readonly ArtifactFile[],
): Promise<ReportUpload> {
  if (run_url === undefined || signal.aborted) return { warnings: [] };
  // Outside of a runner, and where the caller wants it so, a later step uploads the folder.
  if (inputs['upload-report'] === 'never' || services === undefined)
    return { warnings: [], ...(inputs.artifact === '' ? {} : { artifact: { name: inputs.artifact, run_url } }) };
  if (files === undefined && holdsWorkspace(inputs.out, workspace)) {
    const place = escapeInvisible(inputs.out);
    const remedy = 'Name another folder as `out`.';
    return { warnings: [`The report was not uploaded: ${place} holds the workspace of the job. ${remedy}`] };
  }
  const listed = files ?? listArtifactFiles(inputs.out);
  if (listed.length === 0) return { warnings: [] };
  if (typeof services === 'string') return { warnings: [createWarning(inputs, `${services}.`)] };
  return sendReport(inputs, services, run_url, { log, signal }, listed);
}

/** Returns true for the workspace and for folders above it: they hold what earlier steps left, also credentials. */
function holdsWorkspace(folder: string, workspace: string): boolean {
  try {
    const [above, below] = [folder, workspace || '.'].map((path) => `${realpathSync(path)}${sep}`.replace(/\/+$/, '/'));
    return below!.startsWith(above!);
  } catch {
    // A folder that is missing holds nothing.
    return false;
  }
}

/** Returns the outputs about the artifact; none without one. */
export const createArtifactOutputs = (artifact: ReportArtifact | undefined): Record<string, string> =>
  artifact ? { 'artifact-name': artifact.name, 'artifact-url': getArtifactUrl(artifact) } : {};

async function sendReport(
  inputs: ArtifactInputs,
  services: RunnerServices,
  run_url: string,
  { log, signal }: Pick<CommandContext, 'log' | 'signal'>,
  listed: readonly ArtifactFile[],
): Promise<ReportUpload> {
  // The check run is in progress meanwhile.
  const limit = openTimeLimit(signal, services.report_ms);
  const files = listed.filter(({ bytes }) => bytes <= MAX_ZIPPED_BYTES);
  const missing = listed.filter((file) => !files.includes(file));
  const warnings = missing.map(({ name }) => `The artifact lacks ${escapeInvisible(name)}: it is larger than 4 GiB.`);
  try {
    const request = {
      name: inputs.artifact || createDefaultName(inputs),
      is_named: inputs.artifact !== '',
      files,
      retention_days: inputs['retention-days'],
      now_ms: Date.now(),
    };
    const { name, id, bytes } = await uploadArtifact(services, request, limit.signal);
    log(`artifact ${name}: ${formatQuantity(files.length, 'file')}, ${bytes} bytes`);
    return { artifact: { name, id, run_url }, warnings };
  } catch (error) {
    if (signal.aborted) return { warnings };
    const because = limit.isOver()
      ? `it took more than ${formatDuration(services.report_ms)}.`
      : (error as Error).message;
    return { warnings: [...warnings, createWarning(inputs, because)] };
  } finally {
    limit.close();
  }
}

/** Returns the name of an artifact that nobody named: jobs of a matrix have one each, such as "gatebench-run-2-of-8". */
const createDefaultName = ({ command, shard }: Pick<ArtifactInputs, 'command' | 'shard'>): string =>
  `gatebench-${command}${shard === '' ? '' : `-${shard.replace('/', '-of-')}`}`;

/** Creates the warning of a report that was not uploaded. @param because clause with its full stop */
const createWarning = ({ out }: Pick<ArtifactInputs, 'out'>, because: string): string =>
  `The report was not uploaded: ${shortenText(escapeInvisible(because), 300)} It is in ${escapeInvisible(out)}, which a ` +
  'later step of this job can upload.';
