import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import picomatch from 'picomatch';
import type { z } from 'zod';
import { type Contract, contractSchema } from '../../contract/contract_schema.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { type CompletedValue, parseYaml } from '../../contract/input/parse_yaml.js';
import { UserError } from '../../contract/input/user_error.js';
import { formatTextOrigin, listBriefingTexts } from '../../contract/leaks/briefing_text.js';
import { findLeaks, formatLeakLines } from '../../contract/leaks/find_leaks.js';
import {
  completeContract,
  contractDefaultsSchema,
  type LoadedContract,
  type OracleFile,
  toContractVersionContent,
} from '../../contract/loaded_contract.js';
import { MAX_STUBS_BYTES, parseStubs } from '../../network/stub_table.js';
import { computeDigest, sha256 } from '../../record/json/compute_digest.js';
import { listContractFiles, readContractFile, statContractPath } from '../../system/read_contract_file.js';
import { MAX_TEXT_BYTES, readRegularFile } from '../../system/read_regular_file.js';
import { readContractRules } from '../safety/read_rules_file.js';
import { readFixtureFiles } from './read_fixture_files.js';
import { readProof } from './read_proof.js';

/**
 * Finds contract files by paths, folders or glob patterns, without duplicates, in a stable order. A folder stands for
 * its contract.yml, or else for those of its subfolders.
 *
 * @throws {UserError} if a pattern matches nothing: a typo must not turn into "0 tasks, all passed"
 */
export function findContracts(patterns: readonly string[], cwd = process.cwd()): string[] {
  const contracts = new Set<string>();
  for (const pattern of patterns) {
    const matches = expandPattern(pattern, cwd);
    if (matches.length === 0)
      throw new UserError(
        `no contract matches "${pattern}"`,
        'Name a contract file, a folder that has a contract.yml, or a pattern such as tasks/*/contract.yml.',
      );
    for (const match of matches) contracts.add(match);
  }
  return [...contracts];
}

function expandPattern(pattern: string, cwd: string): string[] {
  const path = resolve(cwd, pattern);
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) return [path];
    if (existsSync(join(path, 'contract.yml'))) return [join(path, 'contract.yml')];
    return readdirSync(path)
      .sort()
      .map((name) => join(path, name, 'contract.yml'))
      .filter((file) => existsSync(file));
  }
  const { base, glob } = picomatch.scan(pattern);
  if (!glob) return [];
  const matches = picomatch(glob);
  return listFiles(resolve(cwd, base))
    .filter((file) => matches(file))
    .map((file) => join(resolve(cwd, base), file));
}

function listFiles(folder: string, inside = '', depth = 0): string[] {
  if (depth > 8 || !existsSync(join(folder, inside))) return [];
  return readdirSync(join(folder, inside), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = inside ? `${inside}/${entry.name}` : entry.name;
      if (entry.name === 'node_modules' || entry.name === '.git') return [];
      return entry.isDirectory() ? listFiles(folder, path, depth + 1) : [path];
    });
}

/** Parses a contract, completed with the defaults that it extends. `raw` is that value before the schema's defaults. */
function parseContract(text: string, { shown, folder, cwd }: { shown: string; folder: string; cwd: string }) {
  let raw: unknown;
  const parsed = parseYaml(text, shown, contractSchema, (value, own) => {
    const completed = completeContract(value, (file) => {
      const { line, col } = own.find(['extends']);
      return readDefaults(file, folder, `${shown}:${line}:${col}`, cwd);
    });
    raw = completed.raw;
    return completed;
  });
  return { ...parsed, raw };
}

/**
 * Reads a contract as it is written, completed with the defaults that it extends.
 * @throws {UserError} as `readContract`
 */
export function readWrittenContract(
  { path, shown, folder }: LoadedContract,
  cwd: string,
): z.input<typeof contractSchema> {
  // What the schema has accepted has the schema's form.
  return parseContract(readText(path, shown), { shown, folder, cwd }).raw as z.input<typeof contractSchema>;
}

/**
 * Reads a contract and every file it names. Refuses links in the contract's folder, so that a foreign contract can read
 * nothing outside it.
 *
 * @throws {UserError} with file:line:column, or the missing file
 */
export function readContract(path: string, cwd = process.cwd()): LoadedContract {
  const absolute = resolve(cwd, path);
  const shown = relative(cwd, absolute) || absolute;
  const text = readText(absolute, shown);
  const folder = dirname(absolute);
  const { value: contract, lines, locator } = parseContract(text, { shown, folder, cwd });
  const locate = (field: string) => {
    const { file, line } = locator.find(field.split('.'), true);
    return `${file}:${line}`;
  };
  const { files, folders } = readOracleFiles(contract, folder, locate);
  const golden = contract.golden_patch
    ? readContractFile(folder, contract.golden_patch, `${locate('golden_patch')}  golden_patch`)
    : undefined;
  const stubs = readRecordedStubs(contract, folder, shown, locate);
  const rules = readContractRules(contract, folder, shown, locate);
  const world = readFixtureFiles(contract, folder, locate);
  const loaded: LoadedContract = {
    contract,
    path: absolute,
    shown,
    folder,
    lines,
    text_sha256: sha256(text),
    oracle_files: files,
    oracle_folders: folders,
    ...omitUndefined({ golden, stubs, rules, world }),
    version: computeDigest(toContractVersionContent(contract, files, stubs, omitUndefined({ rules, world }))),
  };
  // Tests of an external task may repeat its issue, which cannot be reworded: there a leak is only noted.
  const leak = findLeaks(listBriefingTexts(contract), loaded).find((found) => found.certain);
  if (leak && contract.metadata.source === 'curated') {
    const location = leak.told ? formatTextOrigin(loaded, leak.told) : locate('description');
    const detail = `${leak.detail.slice(0, 120)}${formatLeakLines(leak)}`;
    throw new UserError(
      `${location}  the briefing gives away the ${leak.what}: ${detail}`,
      `Take it out of the ${leak.told?.field ?? 'description'}: the agent reads it.`,
    );
  }
  const read = readProof(loaded);
  return {
    ...loaded,
    ...omitUndefined({
      proof: 'proof' in read ? read.proof : undefined,
      proof_problem: 'problem' in read ? read.problem : undefined,
    }),
  };
}

/** Reads recorded responses, if they exist already. */
function readRecordedStubs(
  { policy }: Contract,
  folder: string,
  shown: string,
  at: (field: string) => string,
): LoadedContract['stubs'] {
  const path = policy.network === 'deny' ? undefined : policy.network.stubs;
  if (path === undefined || !lstatSync(join(folder, path), { throwIfNoEntry: false })) return undefined;
  const field_place = `${at('policy.network.stubs')}  policy.network.stubs`;
  if (statContractPath(folder, path, field_place).size > MAX_STUBS_BYTES)
    throw new UserError(`${field_place}: "${path}" has more than ${MAX_STUBS_BYTES} bytes`);
  const content = readContractFile(folder, path, field_place);
  const stubs = parseStubs(content);
  if ('problem' in stubs)
    throw new UserError(
      `${join(dirname(shown), path)}:${stubs.line}  ${stubs.problem}`,
      'Each line is one recorded response as JSON; record them anew with `gatebench run --record-stubs`.',
    );
  return { path, content, sha256: sha256(content) };
}

function readText(path: string, shown: string): string {
  try {
    return readRegularFile(path, MAX_TEXT_BYTES).toString('utf8');
  } catch (error) {
    throw new UserError(
      `${shown}: cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Name a contract file, a folder that has a contract.yml, or a pattern such as tasks/*/contract.yml.',
    );
  }
}

function readOracleFiles(
  contract: Contract,
  folder: string,
  at: (field: string) => string,
): { files: OracleFile[]; folders: string[] } {
  const sources = [contract.oracle.files ?? []].flat();
  const files = new Map<string, OracleFile>();
  const folders: string[] = [];
  for (const source of sources) {
    const sourcePath = typeof source === 'string' ? source : source.from;
    const targetPath = typeof source === 'string' ? basename(source.replace(/\/+$/, '')) : source.to;
    const target = posix.normalize(targetPath).replace(/\/+$/, '');
    if (target.startsWith('/') || target.startsWith('..'))
      throw new UserError(`${at('oracle.files')}  oracle.files: "${targetPath}" leads out of the repository`);
    if (typeof source === 'string') folders.push(target);
    for (const file of listContractFiles(
      folder,
      sourcePath.replace(/\/+$/, ''),
      `${at('oracle.files')}  oracle.files`,
    )) {
      const path =
        file.inside === '' && typeof source !== 'string' && !targetPath.endsWith('/') && target !== '.'
          ? target
          : posix.join(target, file.inside || basename(sourcePath));
      if (path.split('/').some((part) => part.toLowerCase() === '.git'))
        throw new UserError(`${at('oracle.files')}  oracle.files: "${path}" is inside .git`);
      files.set(path, { path, content: file.content, executable: file.executable, sha256: sha256(file.content) });
    }
  }
  return { files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), folders };
}

/** Most folders above the contract in which defaults may lie. */
const MAX_PARENTS = 3;

/**
 * Reads the defaults that a contract extends. They lie beside the contract or in a folder above it, and not behind a
 * link, so that a foreign contract cannot have other files read.
 *
 * @param place where the contract names the file, as `file:line:column`
 * @returns the raw value, which fits `contractDefaultsSchema`, with the places of its fields
 * @throws {UserError} if the file cannot be read, or does not fit
 */
function readDefaults(file: string, folder: string, place: string, cwd: string): Required<CompletedValue> {
  const normal = posix.normalize(file);
  const [, up = '', inside = ''] = /^((?:\.\.\/)*)(.*)$/s.exec(normal) ?? [];
  const parents = up.length / 3;
  if (file.startsWith('/') || parents > MAX_PARENTS || !/\.ya?ml$/.test(inside) || file.includes('\0'))
    throw new UserError(
      `${place}  extends: "${file}" must be a YAML file beside the contract or at most ${MAX_PARENTS} folders above it`,
      'Write for example extends: ../defaults.yml.',
    );
  const base = resolve(folder, up || '.');
  const text = readContractFile(base, inside, `${place}  extends`);
  const path = resolve(base, inside);
  const shown = relative(cwd, path) || path;
  let raw: unknown;
  const { locator } = parseYaml(Buffer.from(text).toString('utf8'), shown, contractDefaultsSchema, (value) => {
    raw = value;
    return { raw };
  });
  return { raw, inherited: locator };
}
