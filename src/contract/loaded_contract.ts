import { z } from 'zod';
import { type Contract, contractSchema } from './contract_schema.js';
import type { Subtask } from './coordination/coordination.js';
import { omitUndefined } from './input/omit_undefined.js';
import type { CompletedValue } from './input/parse_yaml.js';
import type { ProofSummary } from './validation/contract_lock.js';

/** Hidden file of the oracle, as it is installed in the evaluation workspace. */
export interface OracleFile {
  /** Path in the workspace. */
  path: string;
  content: Uint8Array;
  executable: boolean;
  sha256: string;
}

/** File of `world.directory`. A link is copied as a link; `content` is its target. */
export type FixtureFile = OracleFile & { link?: true };

/** File with guardrail rules: its text, and its path as messages show it. */
export interface GuardRulesFile {
  shown: string;
  text: string;
  sha256: string;
}

/** Contract with the contents of every file that it names. After loading, only the snapshot is read from disk. */
export interface LoadedContract {
  contract: Contract;
  /** Absolute path of the contract file. */
  path: string;
  /** Path as messages, reports and annotations show it: relative to the working directory. */
  shown: string;
  /** Folder of the contract file. */
  folder: string;
  /** Field path → line in the contract file. */
  lines: Record<string, number>;
  text_sha256: string;
  oracle_files: OracleFile[];
  /** Folders of the workspace that belong to the oracle alone; files of a patch in them are removed. */
  oracle_folders: string[];
  golden?: Uint8Array;
  /** Recorded responses of `policy.network.stubs`; absent while they are still to be recorded. */
  stubs?: { path: string; content: Uint8Array; sha256: string };
  /** Additional guardrail rules of `coordination.rules`. */
  rules?: GuardRulesFile;
  /** Files of `world.directory`. */
  world?: FixtureFile[];
  /** Proof beside the contract; absent unless its digests match this version (requirement K9). */
  proof?: ProofSummary;
  /** Reason why the lock beside the contract is not valid for it; absent without a lock. */
  proof_problem?: string;
  /** Caps of the run to which the budget was lowered, null for one that was not; absent if no cap applies. */
  caps?: { usd: number | null; tokens: number | null };
  /** Version id (requirement K7). */
  version: string;
}

/**
 * Lowers the budget of a contract to the caps of the run.
 *
 * Gateway, breakers and judge then need only the budget. The version does not change; `caps` records the lowering.
 * Returns the contract itself if no cap is below its budget.
 */
export function applyRunCaps(
  loaded: LoadedContract,
  { run_usd, run_tokens }: { run_usd?: number | null | undefined; run_tokens?: number | null | undefined },
): LoadedContract {
  const { budget } = loaded.contract;
  const usd = selectLowerCap(run_usd, budget.usd);
  const tokens = selectLowerCap(run_tokens, budget.tokens);
  if (usd === null && tokens === null) return loaded;
  const lowered = { ...budget, ...omitUndefined({ usd: usd ?? undefined, tokens: tokens ?? undefined }) };
  return { ...loaded, contract: { ...loaded.contract, budget: lowered }, caps: { usd, tokens } };
}

const selectLowerCap = (cap: number | null | undefined, own: number | undefined): number | null =>
  cap !== null && cap !== undefined && cap < (own ?? Infinity) ? cap : null;

/** Files that a contract names besides those of the oracle. */
interface VersionedFiles {
  rules?: { sha256: string };
  world?: readonly Pick<FixtureFile, 'path' | 'sha256' | 'executable' | 'link'>[];
}

const compareByPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);

/**
 * Collects everything that a contract version identifies (requirement K7).
 *
 * These are repository, environment, setup, oracle, policy, budget, scoring and the task text. Title, metadata,
 * flakiness screen and the golden patch may change without making scores incomparable. The version id is the digest of
 * the canonical form of this value.
 */
export function toContractVersionContent(
  contract: Contract,
  files: readonly Pick<OracleFile, 'path' | 'sha256' | 'executable'>[],
  stubs?: { sha256: string },
  further: VersionedFiles = {},
): unknown {
  const {
    schema,
    id,
    description,
    obligations,
    snapshot,
    environment,
    setup,
    build,
    acceptance,
    model_checks,
    oracle,
    policy,
    budget,
    scoring,
    coordination,
    world,
  } = contract;
  return {
    schema,
    id,
    task: { description, obligations: obligations ?? null },
    snapshot,
    environment,
    setup,
    build,
    acceptance,
    oracle: {
      ...oracle,
      files: files.map(({ path, sha256, executable }) => ({ path, sha256, executable })).sort(compareByPath),
    },
    policy,
    budget,
    scoring,
    // Absent unless the contract sets them, so that older versions keep their ids.
    ...omitUndefined({
      stubs: stubs?.sha256,
      model_checks,
      coordination,
      world: world && { ...world, files: (further.world ?? []).map(getFileIdentity).sort(compareByPath) },
      rules: further.rules?.sha256,
    }),
  };
}

const getFileIdentity = ({ path, sha256, executable, link }: NonNullable<VersionedFiles['world']>[number]) => ({
  path,
  sha256,
  executable,
  ...omitUndefined({ link }),
});

const { shape } = contractSchema;

/** Makes all fields of an object optional, without their defaults: they are those of the contract. */
const toPart = (schema: z.ZodType) => {
  const object = schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return object instanceof z.ZodObject ? object.partial().optional() : schema.optional();
};

/** Parts of a contract that several contracts can share. */
export const contractDefaultsSchema = z
  .strictObject({
    schema: z.literal(1).describe('version of this format'),
    metadata: toPart(shape.metadata),
    environment: toPart(shape.environment),
    setup: shape.setup.unwrap().optional(),
    build: shape.build.optional(),
    oracle: toPart(shape.oracle),
    policy: toPart(shape.policy),
    budget: toPart(shape.budget),
    scoring: toPart(shape.scoring),
    flakiness: toPart(shape.flakiness),
  })
  .describe('defaults that contracts share by `extends`; a contract overrides single fields, and whole lists');

/**
 * Completes a raw contract with the defaults that it extends. Maps are merged field by field; a list or value of the
 * contract replaces that of the defaults.
 *
 * @param read reads the raw defaults of a file with the places of their fields; throws if they cannot be read
 */
export function completeContract(raw: unknown, read: (file: string) => Required<CompletedValue>): CompletedValue {
  if (!isMap(raw) || raw.extends === undefined) return { raw };
  const { extends: file, ...ownFields } = raw;
  // A value of another type is left to the schema, which says what is wrong with it.
  if (typeof file !== 'string') return { raw };
  const { raw: defaults, inherited } = read(file);
  return isMap(defaults) ? { raw: mergeMaps(defaults, ownFields), inherited } : { raw };
}

function mergeMaps(defaults: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  const merged = Object.entries(own).map(([key, value]) => {
    const defaultValue = Object.hasOwn(defaults, key) ? defaults[key] : undefined;
    return [key, isMap(defaultValue) && isMap(value) ? mergeMaps(defaultValue, value) : value] as const;
  });
  // A key such as "__proto__" stays a key, and is refused as an unknown one.
  return Object.fromEntries([...Object.entries(defaults), ...merged]);
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Renders the task briefing, the only thing an agent is given (requirement R4).
 *
 * The issue text and the acceptance obligations stand apart. Build and test commands may be named; the reference
 * solution and the hidden checks never are.
 */
export function renderBriefing(contract: Contract): string {
  const { metadata, policy, budget } = contract;
  const commands = [
    metadata.build_command ? `- Build: \`${metadata.build_command}\`` : '',
    metadata.test_command ? `- Tests: \`${metadata.test_command}\`` : '',
  ].filter(Boolean);
  const allowed = policy.change.allow.join(', ');
  return [
    `# ${contract.title}`,
    '',
    '## Issue',
    '',
    contract.description.trimEnd(),
    '',
    '## Acceptance obligations',
    '',
    contract.obligations?.trimEnd() ??
      'Change the repository so that the issue is resolved and nothing that works today breaks. Checks that you do ' +
        'not see will be run on your change, applied to a fresh copy of the repository.',
    '',
    '## Working here',
    '',
    'You work in a copy of the repository with one commit. Your change is the difference between the files as you ' +
      'leave them and that commit; you need not commit.',
    '',
    ...commands,
    `- You may change: ${allowed}${policy.change.deny.length > 0 ? `; but not: ${policy.change.deny.join(', ')}` : ''}`,
    `- Network: ${policy.network === 'deny' ? 'none' : `only ${policy.network.allow.join(', ')}`}`,
    `- Time: ${Math.round(budget.wall / 60_000)} minutes`,
    '',
  ].join('\n');
}

/** Renders what the agent of one subtask gets after the briefing. */
export function renderSubtaskBriefing({ id, description, affected_files, depends_on }: Subtask): string {
  return [
    '',
    `## Your part: ${id}`,
    '',
    'The work is split. Do this part; others do the rest.',
    '',
    description.trimEnd(),
    '',
    ...(affected_files.length > 0 ? [`- It changes: ${affected_files.join(', ')}`] : []),
    ...(depends_on.length > 0 ? [`- Already done: ${depends_on.join(', ')}`] : []),
    '',
  ].join('\n');
}

/** Renders everything that agents get: the briefing and the text of every subtask. */
export const renderFullBriefing = (contract: Contract): string =>
  [renderBriefing(contract), ...(contract.coordination?.subtasks ?? []).map(renderSubtaskBriefing)].join('');
