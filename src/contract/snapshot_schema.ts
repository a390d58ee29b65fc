import { z } from 'zod';
import { relativePathSchema } from './input/relative_path_schema.js';

const sha1Schema = z
  .string()
  .regex(/^[0-9a-f]{40}$|^[0-9a-f]{64}$/, 'must be a full git object id (40 or 64 hexadecimal digits)');
const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 (64 hexadecimal digits)');
/** Schema of the origin and the pin of the repository (requirement K2). Exactly one kind. */
export const snapshotSchema = z
  .union([
    z
      .strictObject({
        directory: relativePathSchema('folder of the repository, relative to the contract'),
        tree: sha1Schema.describe('git tree id of the folder: any change of content or mode changes it'),
      })
      .describe('a repository kept as a folder beside the contract'),
    z
      .strictObject({
        git: z
          .string()
          .min(1)
          .describe('URL (https://, ssh://, file://) or path of the repository; a local mirror may serve it'),
        commit: sha1Schema.describe('full commit id'),
        submodules: z
          .record(z.string(), sha1Schema)
          .optional()
          .describe('path → resolved commit of every submodule that the checks need; others stay empty'),
        submodule_urls: z
          .record(z.string(), z.string().min(1))
          .optional()
          .describe('path → URL, where the one in .gitmodules cannot be used'),
      })
      .describe('a commit of a git repository'),
    z
      .strictObject({
        archive: z.string().min(1).describe('.tar, .tar.gz or .zip, relative to the contract'),
        sha256: sha256Schema.describe('SHA-256 of the archive file'),
        strip_components: z.int().min(0).max(8).default(0).describe('leading path components to drop'),
      })
      .describe('an archive file'),
    z
      .strictObject({
        npm: z
          .string()
          .max(200)
          .regex(
            /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*@\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/,
            'must be a package at an exact version, such as negotiator@0.6.1',
          )
          .describe('package of the registry that npm is set to'),
        integrity: z
          .string()
          .regex(/^sha512-[A-Za-z0-9+/]{86}==$/, 'must be what `npm view NAME@VERSION dist.integrity` prints')
          .describe('integrity of its tarball, as lockfiles have it'),
      })
      .describe('a package that was published on npm, without its dependencies'),
    z
      .strictObject({ base: z.literal('pull-request').describe('the base commit of the pull request') })
      .describe("the pull request's base commit; its diff is the patch that is judged"),
  ])
  .describe('the pinned repository');
