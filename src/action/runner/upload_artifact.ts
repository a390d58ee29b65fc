import { z } from 'zod';
import { callRunnerService } from './call_runner_service.js';
import { createZip } from './create_zip.js';
import type { ArtifactFile } from './list_artifact_files.js';
import { RunnerServiceFault } from './runner_service_fault.js';
import type { RunnerServices } from './runner_services.js';
import { uploadBlocks } from './upload_blocks.js';

/** Artifact to upload. */
interface ArtifactRequest {
  name: string;
  /** True if the caller chose the name: then no other one is taken. */
  is_named: boolean;
  files: readonly ArtifactFile[];
  /** Days that GitHub keeps it; undefined = as the repository says. */
  retention_days?: number | undefined;
  /** Milliseconds since the epoch. */
  now_ms: number;
}

/** Artifact that GitHub has taken. */
interface UploadedArtifact {
  name: string;
  id: string;
  /** Size of the archive. */
  bytes: number;
}

/** Version of the protocol: archives are immutable and have a digest. */
const PROTOCOL = 7;
const ZIP = 'application/zip';
const DAY_MS = 24 * 3_600_000;
/** Names that are tried where the caller chose none: `name`, `name-2`, … */
const NAME_TRIES = 10;

const idSchema = z.union([z.string().regex(/^\d+$/), z.int()]).transform(String);
const createdSchema = z.object({ ok: z.literal(true), signed_upload_url: z.url() });
const finalizedSchema = z.object({ ok: z.literal(true), artifact_id: idSchema });
const listedSchema = z.object({
  artifacts: z
    .array(
      z.object({
        workflow_run_backend_id: z.string(),
        workflow_job_run_backend_id: z.string(),
        database_id: idSchema,
        name: z.string(),
      }),
    )
    .default([]),
});
const deletedSchema = z.object({ ok: z.literal(true) });

/**
 * Uploads files as an artifact of the workflow run, as actions/upload-artifact does.
 *
 * A name that is taken: one that the caller chose is replaced where the run was started again, and is a fault
 * otherwise, since it is another job's. The service does not tell in which attempt of a run an artifact was made: in
 * a run that was started again, two jobs with one name replace each other's. Another name gets a number.
 *
 * @throws {RunnerServiceFault}; an error of the file system; the reason of `signal`
 */
export async function uploadArtifact(
  services: RunnerServices,
  { name: wanted, is_named, files, retention_days, now_ms }: ArtifactRequest,
  signal: AbortSignal,
): Promise<UploadedArtifact> {
  const { workflow_run_backend_id, workflow_job_run_backend_id } = services;
  const ids = { workflow_run_backend_id, workflow_job_run_backend_id };
  const expires = computeExpiry(services, retention_days, now_ms);
  const create = (name: string) =>
    callRunnerService(
      services,
      'ArtifactService/CreateArtifact',
      { ...ids, name, version: PROTOCOL, mime_type: ZIP, ...expires },
      createdSchema,
      signal,
    );
  const { name, created } = is_named
    ? { name: wanted, created: await createNamed(services, wanted, create, signal) }
    : await createNumbered(wanted, create);
  const { bytes, sha256 } = await uploadBlocks(services, created.signed_upload_url, createZip(files), ZIP, signal);
  const { artifact_id } = await callRunnerService(
    services,
    'ArtifactService/FinalizeArtifact',
    { ...ids, name, size: String(bytes), hash: `sha256:${sha256}` },
    finalizedSchema,
    signal,
  );
  return { name, id: artifact_id, bytes };
}

type CreatedArtifact = z.output<typeof createdSchema>;

function computeExpiry(
  { retention_days: most }: RunnerServices,
  days: number | undefined,
  now_ms: number,
): { expires_at?: string } {
  if (days === undefined) return {};
  return { expires_at: new Date(now_ms + Math.min(days, most ?? days) * DAY_MS).toISOString() };
}

async function createNamed(
  services: RunnerServices,
  name: string,
  create: (name: string) => Promise<CreatedArtifact>,
  signal: AbortSignal,
): Promise<CreatedArtifact> {
  try {
    return await create(name);
  } catch (error) {
    if (!isTaken(error) || !services.is_rerun) throw error;
    await deleteArtifact(services, name, signal);
    return create(name);
  }
}

async function createNumbered(
  wanted: string,
  create: (name: string) => Promise<CreatedArtifact>,
): Promise<{ name: string; created: CreatedArtifact }> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    try {
      return { name, created: await create(name) };
    } catch (error) {
      if (!isTaken(error) || number === NAME_TRIES) throw error;
    }
  }
}

const isTaken = (error: unknown) => error instanceof RunnerServiceFault && error.kind === 'taken';

/** Deletes the newest artifact of a name, in whatever attempt and job of the run it was made. */
async function deleteArtifact(services: RunnerServices, name: string, signal: AbortSignal): Promise<void> {
  const { workflow_run_backend_id, workflow_job_run_backend_id } = services;
  const listed = await callRunnerService(
    services,
    'ArtifactService/ListArtifacts',
    { workflow_run_backend_id, workflow_job_run_backend_id, name_filter: name },
    listedSchema,
    signal,
  );
  const newest = listed.artifacts
    .filter((each) => each.name === name)
    .sort((a, b) => Number(b.database_id) - Number(a.database_id))[0];
  if (!newest) return;
  const { database_id: _, ...artifact } = newest;
  await callRunnerService(services, 'ArtifactService/DeleteArtifact', artifact, deletedSchema, signal);
}
