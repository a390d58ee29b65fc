import { z } from 'zod';

/** Pattern of a package at one exact version, so that later installs are the same. */
const NPM_PATTERN = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*@\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const FOLDER_PATTERN = /^[A-Za-z0-9@._{}-]+(\/[A-Za-z0-9@._{}-]+)*$/;

/** Schema of the installation of an agent's program. */
export const installSchema = z
  .union([
    z.strictObject({
      npm: z
        .string()
        .max(200)
        .regex(NPM_PATTERN, 'must be a package at an exact version, such as @openai/codex@0.171.0')
        .describe('package at an exact version; its install scripts are not run'),
      path: z
        .array(
          z
            .string()
            .max(200)
            .regex(FOLDER_PATTERN, 'must be a folder below the installation')
            .refine((folder) => !folder.split('/').includes('..'), 'must not lead out of the installation'),
        )
        .min(1)
        .max(4)
        .default(['node_modules/.bin'])
        .describe('folders of its programs; {platform} and {arch} are those of Node'),
    }),
    z.strictObject({ documentation: z.string().min(1).max(400).describe('what its makers say how to install it') }),
  ])
  .describe('npm: by `gatebench agents install`; documentation: by you, so that its program is on PATH');
export type AgentInstall = z.output<typeof installSchema>;
export type NpmInstall = Extract<AgentInstall, { npm: string }>;

/** Parses the name and version of an npm package. */
export function parseNpmPackage({ npm }: Pick<NpmInstall, 'npm'>): { name: string; version: string } {
  const index = npm.lastIndexOf('@');
  return { name: npm.slice(0, index), version: npm.slice(index + 1) };
}

/** Lists the folders of programs below the installation, for this machine. */
export const listProgramFolders = ({ path }: Pick<NpmInstall, 'path'>): string[] =>
  path.map((folder) => folder.replaceAll('{platform}', process.platform).replaceAll('{arch}', process.arch));
