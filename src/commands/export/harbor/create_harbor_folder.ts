import { stringify as stringifyToml } from 'smol-toml';
import type { z } from 'zod';
import type { contractSchema } from '../../../contract/contract_schema.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { type LoadedContract, renderBriefing } from '../../../contract/loaded_contract.js';
import { computeDigest, sha256 } from '../../../record/json/compute_digest.js';
import { type CheckPlan, CONTRACT_DIGEST, TASK_PLAN_FILE } from './check_plan.js';
import { createDockerfile, IMAGE_FILES } from './create_dockerfile.js';

/** File of an exported task. */
export interface TaskFile {
  content: Uint8Array;
  executable: boolean;
}

/** Contract to export, with what its files do not tell. */
interface ExportedContract {
  loaded: LoadedContract;
  /** Contract as it is written. */
  written: z.input<typeof contractSchema>;
  /** Git tree id of the repository. */
  tree: string;
  /** Variables of every command. */
  variables: Record<string, string>;
  /** Files of the snapshot that are put back before tests, by path. */
  restored: ReadonlyMap<string, TaskFile>;
  /** Sources of regular expressions of paths that are put back, or removed where they were created. */
  removed: string[];
  /** Versions of the tools with which it was proven. */
  versions: Readonly<Record<string, string>>;
  /** Program that verifies, in one file. */
  verifier: Uint8Array;
  /** Base image in place of the usual one. */
  image?: string | undefined;
}

/**
 * Finds what of a contract Harbor's tasks cannot have.
 * @returns the reason; undefined if there is none
 */
export function findExportObstacle({ contract }: Pick<LoadedContract, 'contract'>): string | undefined {
  const checks = [...(contract.build === 'none' ? [] : contract.build), ...contract.acceptance];
  const open = checks.find(({ pass_to_pass }) => pass_to_pass === 'all');
  if ('base' in contract.snapshot) return 'its repository is the base of a pull request, which has no files of its own';
  if (contract.model_checks?.some(({ mandatory }) => mandatory)) return 'a judge model decides one of its checks';
  if (contract.coordination !== undefined) return 'it has a coordination layer';
  if (contract.world !== undefined) return 'it has a world around its repository';
  if (typeof contract.policy.network === 'object' && contract.policy.network.stubs !== undefined)
    return 'its agent is answered by recorded responses';
  if (open !== undefined) return `its check "${open.id}" requires \`pass_to_pass: all\`: list the tests by name`;
  return undefined;
}

/**
 * Creates the files of a task in Harbor's format, without those of the repository, which lie in `environment/repo`.
 *
 * @returns files by path, and what a reader has to know
 */
export function createHarborFolder(exported: ExportedContract): { files: Map<string, TaskFile>; notes: string[] } {
  const { loaded, restored, verifier, image } = exported;
  const { contract, golden, oracle_files } = loaded;
  const { dockerfile, root, notes } = createDockerfile(contract, exported.versions, image);
  const plain = (text: string): TaskFile => ({ content: Buffer.from(text), executable: false });
  const script = (text: string): TaskFile => ({ content: Buffer.from(text), executable: true });
  const told_files = new Map([
    ['task.toml', plain(formatSettings(loaded))],
    ['instruction.md', plain(`${renderBriefing(contract).trim()}\n`)],
    ['environment/Dockerfile', plain(dockerfile)],
    ['tests/test.sh', script(TEST_SCRIPT)],
    ['tests/verify.cjs', { content: verifier, executable: false }],
    ...(golden === undefined
      ? []
      : ([
          ['solution/solve.sh', script(formatSolution(root))],
          ['solution/golden.patch', { content: golden, executable: false }],
        ] as const)),
  ]);
  const plan = createPlan(exported, root, told_files);
  const hidden = oracle_files.map(({ path, content, executable }) => [path, { content, executable }] as const);
  return {
    files: new Map([
      ...told_files,
      [`tests/${TASK_PLAN_FILE}`, plain(`${JSON.stringify(plan, null, 2)}\n`)],
      ...hidden.map(([path, file]) => [`tests/files/${path}`, file] as const),
      ...[...restored].map(([path, file]) => [`tests/restore/${path}`, file] as const),
    ]),
    notes: [...notes, ...listLosses(loaded)],
  };
}

/** Lists what is decided here and not in Harbor. */
function listLosses({ contract: { policy, model_checks } }: LoadedContract): string[] {
  const { allow, deny } = policy.change;
  return [
    'the network is open to the agent and to checks, since Harbor installs agents in the container',
    ...(deny.length > 0 || allow.some((pattern) => pattern !== '**') ? ['policy.change is not enforced'] : []),
    ...(policy.commands.deny.length > 0 ? ['policy.commands is not enforced'] : []),
    ...(model_checks === undefined ? [] : ['model_checks are left out']),
  ];
}

function createPlan(
  { loaded, written, tree, variables, restored, removed }: ExportedContract,
  root: string,
  told_files: ReadonlyMap<string, TaskFile>,
): CheckPlan {
  const { contract, oracle_files, oracle_folders, proof, version } = loaded;
  const { snapshot, golden_patch, oracle, ...fields } = written;
  const inFolder = (path: string) => oracle_folders.some((folder) => path.startsWith(`${folder}/`));
  const sources = [
    ...oracle_folders.map((folder) => `oracle/${folder}`),
    ...(oracle_files.some(({ path }) => !inFolder(path)) ? [{ from: 'oracle-files', to: '.' }] : []),
  ];
  const written_again = {
    ...fields,
    snapshot: toPortableSnapshot(snapshot, tree),
    ...omitUndefined({ golden_patch: golden_patch && 'golden.patch' }),
    oracle: { ...oracle, ...omitUndefined({ files: sources.length > 0 ? sources : undefined }) },
  };
  const digests = [
    ...[...told_files].map(([path, { content }]) => [path, sha256(content)] as const),
    ...oracle_files.map(({ path, sha256: digest }) => [`tests/files/${path}`, digest] as const),
    ...[...restored].map(([path, { content }]) => [`tests/restore/${path}`, sha256(content)] as const),
  ];
  return {
    ...{ gatebench_task: 1, version, root, environment: variables, image_files: IMAGE_FILES },
    checks: [
      ...(contract.build === 'none' ? [] : contract.build).map((check) => ({ check, kind: 'build' as const })),
      ...contract.acceptance.map((check) => ({ check, kind: 'acceptance' as const })),
    ],
    ...omitUndefined({ reference: proof && ({ readable: true, proven: true, on: 'golden' } as const) }),
    hidden: oracle_files.map(({ path, executable }) => ({ path, executable })),
    folders: oracle_folders,
    restored: [...restored].map(([path, { executable }]) => ({ path, executable })),
    removed,
    exported: Object.fromEntries([...digests, [CONTRACT_DIGEST, computeDigest(written_again)]]),
    contract: written_again,
  };
}

/**
 * Converts a snapshot to one that holds wherever the task goes: a package and a repository that others can reach stay
 * as they are, so that the version stays the same; what lies beside the contract is a folder beside the next one.
 */
function toPortableSnapshot(snapshot: ExportedContract['written']['snapshot'], tree: string) {
  if ('npm' in snapshot || ('git' in snapshot && /^(https?|ssh):\/\//.test(snapshot.git))) return snapshot;
  const directory = 'directory' in snapshot ? snapshot.directory : 'repo';
  return { directory: /^(oracle|golden\.patch|contract\.)/.test(directory) ? 'repo' : directory, tree };
}

/** Formats the settings of the task. Fields that are absent have the format's defaults. */
function formatSettings({ contract }: LoadedContract): string {
  const { id, title, metadata, budget } = contract;
  const { difficulty, kind, provenance, strata } = metadata;
  const checks = [...(contract.build === 'none' ? [] : contract.build), ...contract.acceptance];
  const toMebibytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);
  const verifier_ms = checks.reduce((sum, { timeout, reruns }) => sum + timeout * (1 + reruns), 0);
  const setup_ms = contract.setup.reduce((sum, { timeout }) => sum + timeout, 0);
  return stringifyToml({
    schema_version: '1.4',
    task: { name: `gatebench/${id}`, description: title, authors: [], keywords: [] },
    metadata: {
      ...omitUndefined({ difficulty, category: kind, provenance }),
      tags: Object.entries(strata).map(([name, value]) => `${name}:${value}`),
    },
    verifier: { timeout_sec: Math.ceil(verifier_ms / 1000) + VERIFIER_OVERHEAD_SEC },
    agent: { timeout_sec: Math.ceil(budget.wall / 1000) },
    environment: {
      build_timeout_sec: Math.ceil(setup_ms / 1000) + BUILD_OVERHEAD_SEC,
      cpus: 2,
      memory_mb: toMebibytes(budget.memory),
      storage_mb: toMebibytes(budget.disk) + IMAGE_MIB,
      // Harbor installs agents in the container, and they ask their models from there.
      network_mode: 'public',
    },
  });
}

/** Time to lay files, and to pull an image and install tools, in seconds. */
const VERIFIER_OVERHEAD_SEC = 30;
const BUILD_OVERHEAD_SEC = 900;
/** Disk of the image itself, in MiB. */
const IMAGE_MIB = 4096;

const TEST_SCRIPT = `#!/bin/bash
# Judges the repository as gatebench does, and writes /logs/verifier/reward.txt.
node=/opt/gatebench/node
[ -x "$node" ] || node=node
exec "$node" /tests/verify.cjs /tests /logs/verifier
`;

const formatSolution = (root: string): string => `#!/bin/bash
set -e
cd '${root.replaceAll("'", "'\\''")}'
git apply --whitespace=nowarn "$(dirname "$0")/golden.patch"
`;
