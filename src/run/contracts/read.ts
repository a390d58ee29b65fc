import { lstatSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import { everythingTold, findLeaks } from '../../contract/briefing.js';
import type { LoadedContract, OracleFile } from '../../contract/loaded.js';
import { type Contract, contractSchema } from '../../contract/schema.js';
import { UserError } from '../../contract/user_error.js';
import { versioned } from '../../contract/version.js';
import { parseYaml } from '../../contract/yaml_source.js';
import { digestOf, sha256 } from '../../record/canonical.js';
import { readStubs, STUBS_BYTES } from '../egress/stubs.js';
import { filesBeside, readBeside, standing } from './beside.js';
import { readProof } from './read_lock.js';
import { readRules } from './read_rules.js';
import { readWorld } from './read_world.js';

/**
 * Reads a contract and every file it names (K1, K7).
 *
 * The folder may come from somebody else: links in it are refused, so that a contract can read nothing outside it.
 *
 * @throws {UserError} with file:line:column, or the file that is missing
 */
export function readContract(path: string, cwd = process.cwd()): LoadedContract {
  const absolute = resolve(cwd, path);
  const shown = relative(cwd, absolute) || absolute;
  const text = readText(absolute, shown);
  const { value: contract, lines } = parseYaml(text, shown, contractSchema);
  const folder = dirname(absolute);
  const at = (field: string) => `${shown}:${lines[field] ?? 1}`;
  const { files, folders } = readOracle(contract, folder, at);
  const golden = contract.golden_patch
    ? readBeside(folder, contract.golden_patch, `${at('golden_patch')}  golden_patch`)
    : undefined;
  const stubs = readRecorded(contract, folder, shown, at);
  const rules = readRules(contract, folder, shown, at);
  const world = readWorld(contract, folder, at);
  const loaded: LoadedContract = {
    contract,
    path: absolute,
    shown,
    folder,
    lines,
    text_sha256: sha256(text),
    oracle_files: files,
    oracle_folders: folders,
    ...(golden ? { golden } : {}),
    ...(stubs ? { stubs } : {}),
    ...(rules ? { rules } : {}),
    ...(world ? { world } : {}),
    version: digestOf(versioned(contract, files, stubs, { ...(rules ? { rules } : {}), ...(world ? { world } : {}) })),
  };
  // The issue of an external task is older than its tests, which repeat it, and not ours to reword: there it is noted.
  const leak = findLeaks(everythingTold(contract), loaded).find((found) => found.certain);
  if (leak && contract.metadata.source === 'curated') {
    throw new UserError(
      `${at('description')}  the briefing gives away the ${leak.what}: ${leak.detail.slice(0, 120)}`,
      'Take it out of the description: the agent reads it.',
    );
  }
  const read = readProof(loaded);
  return {
    ...loaded,
    ...('proof' in read ? { proof: read.proof } : {}),
    ...('problem' in read ? { proof_problem: read.problem } : {}),
  };
}

/** Recorded responses, when they are there: before they are recorded there is nothing to read. */
function readRecorded(
  { policy }: Contract,
  folder: string,
  shown: string,
  at: (field: string) => string,
): LoadedContract['stubs'] {
  const path = policy.network === 'deny' ? undefined : policy.network.stubs;
  if (path === undefined || !lstatSync(join(folder, path), { throwIfNoEntry: false })) return undefined;
  const what = `${at('policy.network.stubs')}  policy.network.stubs`;
  if (standing(folder, path, what).size > STUBS_BYTES)
    throw new UserError(`${what}: "${path}" has more than ${STUBS_BYTES} bytes`);
  const content = readBeside(folder, path, what);
  const stubs = readStubs(content);
  if ('problem' in stubs)
    throw new UserError(
      `${join(dirname(shown), path)}:${stubs.line}  ${stubs.problem}`,
      'Each line is one recorded response as JSON; record them anew with `gatebench run --record-stubs`.',
    );
  return { path, content, sha256: sha256(content) };
}

function readText(path: string, shown: string): string {
  try {
    // A pipe or a device would keep us waiting.
    if (!statSync(path).isFile()) throw Object.assign(new Error(), { code: 'not a file' });
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(
      `${shown}: cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Name a contract file, a folder that has a contract.yml, or a pattern such as tasks/*/contract.yml.',
    );
  }
}

function readOracle(
  contract: Contract,
  folder: string,
  at: (field: string) => string,
): { files: OracleFile[]; folders: string[] } {
  const { files: declared } = contract.oracle;
  const sources = declared === undefined ? [] : Array.isArray(declared) ? declared : [declared];
  const files = new Map<string, OracleFile>();
  const folders: string[] = [];
  for (const source of sources) {
    const from = typeof source === 'string' ? source : source.from;
    const to = typeof source === 'string' ? basename(source.replace(/\/+$/, '')) : source.to;
    const target = posix.normalize(to).replace(/\/+$/, '');
    if (target.startsWith('/') || target.startsWith('..'))
      throw new UserError(`${at('oracle.files')}  oracle.files: "${to}" leads out of the repository`);
    if (typeof source === 'string') folders.push(target);
    for (const file of filesBeside(folder, from.replace(/\/+$/, ''), `${at('oracle.files')}  oracle.files`)) {
      const path =
        file.inside === '' && typeof source !== 'string' && !to.endsWith('/') && target !== '.'
          ? target
          : posix.join(target, file.inside || basename(from));
      if (path.split('/').some((part) => part.toLowerCase() === '.git'))
        throw new UserError(`${at('oracle.files')}  oracle.files: "${path}" is inside .git`);
      files.set(path, { path, content: file.content, executable: file.executable, sha256: sha256(file.content) });
    }
  }
  return { files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), folders };
}
