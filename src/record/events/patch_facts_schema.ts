import { z } from 'zod';
import { digestSchema } from './execution.js';

/** Payload of the `patch_facts` event: facts about a patch that the policy refers to (requirement K6). */
export const patchFactsSchema = z
  .strictObject({
    dependencies: z.array(
      z.strictObject({
        ecosystem: z.enum(['npm', 'pypi', 'go', 'cargo', 'gem']),
        name: z.string(),
        change: z
          .enum(['added', 'changed', 'removed', 'integrity', 'source'])
          .describe('integrity, source: the same version, but other digests or another place'),
        from: z.string().nullable(),
        to: z.string().nullable(),
        source: z.string().nullable().describe('registry host, URL or path it comes from, where the file says so'),
        source_kind: z.enum(['registry', 'git', 'url', 'path', 'unknown']),
        file: z.string(),
        line: z.int().nullable(),
        patch_line: z.int().nullable(),
        lockfile: z.boolean(),
        roots: z
          .array(z.string())
          .describe('for a lockfile: changed packages that, by the lockfile, lead to this one; at most 20'),
      }),
    ),
    registries: z
      .array(
        z.strictObject({
          ecosystem: z.enum(['npm', 'pypi', 'go', 'cargo', 'gem']),
          url: z.string().describe('without credentials'),
          file: z.string(),
          line: z.int().nullable(),
          patch_line: z.int().nullable(),
        }),
      )
      .describe('registries that the patched files name and the files before did not'),
    hosts_before: z
      .record(z.string(), z.array(z.string()))
      .describe('ecosystem → hosts that packages came from before the patch'),
    default_registries: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe(
        "ecosystem → hosts that the machine's package manager asks by default; absent for one that is not there, " +
          'and altogether where the patch names no place',
      ),
    install_scripts: z.array(
      z.strictObject({
        file: z.string(),
        what: z.string(),
        line: z.int().nullable(),
        patch_line: z.int().nullable(),
      }),
    ),
    ci_files: z.array(
      z.strictObject({ file: z.string(), kind: z.enum(['ci', 'hook']), patch_line: z.int().nullable() }),
    ),
    secrets: z.array(
      z.strictObject({
        rule: z.string(),
        confidence: z.enum(['high', 'low']),
        file: z.string(),
        line: z.int(),
        patch_line: z.int().nullable(),
        sha256: digestSchema.describe('of the matched text, which is not kept'),
      }),
    ),
    suspicions: z
      .array(z.strictObject({ what: z.string(), file: z.string(), patch_line: z.int().nullable() }))
      .describe('why the oracle is run once more under other names'),
    unreadable: z
      .array(z.strictObject({ area: z.enum(['dependencies', 'secrets']), file: z.string(), reason: z.string() }))
      .describe('what could not be read or not to its end, and so counts as changed'),
    omitted: z.int().describe('entries beyond the bounds of this event'),
  })
  .describe('what the patch holds beyond its lines; what of it is allowed is decided by the judge');

/** Last changes of the workspace, between the points at which the harness took its tree. */
export const recentDiffsSchema = z.strictObject({
  diffs: z
    .array(
      z.strictObject({
        from_seq: z.int().nullable().describe('event that has the tree before; null = the snapshot'),
        to_seq: z.int().nullable().describe('event that has the tree after; null = the patch that was handed in'),
        from: z.string().describe('git tree id'),
        to: z.string().describe('git tree id'),
        cycle: z
          .enum(['passed', 'failed'])
          .nullable()
          .describe('how the build or test cycle ended that was run on the tree after; null = it was none, or unknown'),
        text: z
          .strictObject({
            artifact: digestSchema.describe('the beginning of the diff; binary files are only named'),
            bytes: z.int().describe('of all of it, masked and redacted'),
            sha256: digestSchema.describe('of all of it, masked and redacted'),
            complete: z.boolean().describe('false: the artifact, or what was read, is only its beginning'),
          })
          .nullable()
          .describe('null = a tree is not there any more, as that of a part of the task'),
      }),
    )
    .describe('the most recent, in their order'),
  earlier: z.int().describe('changes before these, of which only the tree ids are kept, in their events'),
});
