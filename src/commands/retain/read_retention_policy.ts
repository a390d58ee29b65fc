import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { parseYaml } from '../../contract/input/parse_yaml.js';
import { UserError } from '../../contract/input/user_error.js';
import { sha256 } from '../../record/json/compute_digest.js';
import type { RemovalApproval } from '../../record/storage/removal.js';
import { MAX_TEXT_BYTES, readRegularFile } from '../../system/read_regular_file.js';

const MAX_DAYS = 3650;

/** Schema of a retention policy: who must approve a removal, and how long a move to the long tier can be undone. */
export const retentionPolicySchema = z.strictObject({
  schema: z.literal(1),
  approvers: z
    .array(z.string().min(1).max(100))
    .max(1000)
    .default([])
    .describe('people of whom one must approve, other than who asks; none = no approval is asked for'),
  reversible_days: z.int().min(0).max(MAX_DAYS).default(30).describe('how long removed content is held'),
});
type RetentionPolicy = z.output<typeof retentionPolicySchema>;

/** File of the policy in the working folder. It holds without being named. */
const RETENTION_POLICY_FILE = 'retention.yml';

/**
 * Reads the policy: the named file, else `retention.yml` of the working folder, else the defaults.
 *
 * @returns the policy and the digest of its file; null = there is no file
 * @throws {UserError} with file:line:column for a fault
 */
export function readRetentionPolicy(
  file: string | undefined,
  cwd: string,
): { policy: RetentionPolicy; sha256: string | null } {
  const name = file ?? (existsSync(resolve(cwd, RETENTION_POLICY_FILE)) ? RETENTION_POLICY_FILE : undefined);
  if (name === undefined) return { policy: retentionPolicySchema.parse({ schema: 1 }), sha256: null };
  let text: string;
  try {
    text = readRegularFile(resolve(cwd, name), MAX_TEXT_BYTES).toString('utf8');
  } catch (error) {
    throw new UserError(`retention policy ${name} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return { policy: parseYaml(text, name, retentionPolicySchema).value, sha256: sha256(text) };
}

/**
 * Requires the approval that a policy asks for.
 *
 * @returns what the ledger says of it; null = none is asked for
 * @throws {UserError} if it is missing, of somebody else, or of the one who asks
 */
export function requireApproval(
  { policy, sha256: policy_sha256 }: ReturnType<typeof readRetentionPolicy>,
  by: string,
  approved_by: string | undefined,
): RemovalApproval {
  if (policy.approvers.length === 0) return approved_by === undefined ? null : { by: approved_by, policy_sha256 };
  const approvers = policy.approvers.filter((each) => each !== by);
  if (approved_by !== undefined && approvers.includes(approved_by)) return { by: approved_by, policy_sha256 };
  throw new UserError(
    describeLackingApproval(by, approved_by),
    `Name who approved with --approved-by: ${approvers.join(', ') || 'the policy names nobody else'}.`,
  );
}

function describeLackingApproval(by: string, approved_by: string | undefined): string {
  if (approved_by === undefined) return 'the retention policy asks for an approval';
  return approved_by === by
    ? `${by} cannot approve what ${by} asks for`
    : `${approved_by} is not among those who may approve`;
}
