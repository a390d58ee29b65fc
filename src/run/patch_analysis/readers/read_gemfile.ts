import { DEFAULT_REGISTRY } from '../../../contract/policy/patch_policy_finding.js';
import {
  createEmptyContent,
  type DeclaredDependency,
  type DependencyFileReader,
  HOSTING_ADDRESSES,
  resolveDeclaredPath,
  sanitizeSource,
} from './dependency_file_reader.js';

/** Reads the usual statements of a Gemfile or *.gemspec, which are programs. */
export const readGemfile: DependencyFileReader = (text, file) => {
  const reading = createEmptyContent();
  let block: Pick<DeclaredDependency, 'source' | 'source_kind'> | undefined;
  for (const rawLine of text.split(/\r?\n/)) {
    const line = rawLine.replace(/^\s*#.*$/, '').trim();
    const [, kind, , address] = /^(source|git|path|github)\s*\(?\s*(["'])(.+?)\2.*\bdo\b/.exec(line) ?? [];
    if (kind !== undefined && address !== undefined) {
      block = parseGemSource(kind, address, file);
      if (kind === 'source') reading.registries.push(sanitizeSource(address));
      continue;
    }
    if (line === 'end') block = undefined;
    const source = /^source\s*\(?\s*(["'])(.+?)\1/.exec(line)?.[2];
    if (source !== undefined) reading.registries.push(sanitizeSource(source));
    if (/^source\s*\(?\s*:rubygems/.test(line)) reading.registries.push(DEFAULT_REGISTRY);
    const statements = line.split(/(?=\bgem\b|\b\w{1,40}\.add_\w{0,40}dependency\b)/);
    const unread = statements.filter((one) => /^(gem\b(?![\w.:'"\]-])|\w+\.add_)/.test(one) && !GEM.test(one));
    for (const one of unread)
      reading.scripts.push({ what: `a dependency that is not read: ${sanitizeSource(one)}`, text: line });
    const gems = statements.flatMap((one) => GEM.exec(one) ?? []);
    for (let offset = 0; offset + 3 < gems.length; offset += 4) {
      const [, , name = '', options = ''] = gems.slice(offset, offset + 4);
      const [, kind, , address] =
        /\b(git|github|gitlab|bitbucket|gist|path|source)(?::|["']?\s*=>)\s*(["'])(.+?)\2/.exec(options) ?? [];
      reading.dependencies.push({
        name,
        version: sanitizeSource(options.replace(/^,\s*/, '').replace(/\)$/, '') || '*'),
        ...(kind !== undefined && address !== undefined
          ? parseGemSource(kind, address, file)
          : (block ?? { source: null, source_kind: 'registry' })),
      });
    }
    if (
      gems.length === 0 &&
      /\b(eval_gemfile|\w*_eval|eval|system|exec|load|require|require_relative|plugin|\w*send__?|public_send|send|method)\b|`|%x/.test(
        line,
      )
    )
      reading.scripts.push({ what: `a statement that runs with bundler: ${sanitizeSource(line)}`, text: line });
    if (/\.extensions\b/.test(line))
      reading.scripts.push({ what: `extensions are built at installation: ${sanitizeSource(line)}`, text: line });
  }
  return reading;
};

const GEM = /^(?:gem|\w+\.add(?:_\w+)?_dependency)\s*\(?\s*(["'])([\w.-]+)\1\s*(.*)$/;

function parseGemSource(kind: string, value: string, file: string): Pick<DeclaredDependency, 'source' | 'source_kind'> {
  if (kind === 'path') return { source: resolveDeclaredPath(file, value), source_kind: 'path' };
  if (kind === 'source') return { source: sanitizeSource(value), source_kind: 'registry' };
  const scp = /^[\w.-]+@([\w.-]+):(?!\/\/)(.+)$/s.exec(value);
  const url = scp
    ? `ssh://${scp[1]}/${scp[2]}`
    : `${Object.hasOwn(HOSTING_ADDRESSES, kind) ? HOSTING_ADDRESSES[kind] : ''}${value}`;
  return { source: sanitizeSource(url), source_kind: 'git' };
}

/** Reads Gemfile.lock. */
export const readGemfileLock: DependencyFileReader = (text, file) => {
  const reading = createEmptyContent();
  const checksums = new Map<string, string>();
  let section = '';
  let remote = '';
  let last: { requires: string[] } | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\S/.test(line)) [section, remote, last] = [line.trim(), '', undefined];
    const place = /^ {2}remote: (.+)$/.exec(line)?.[1];
    if (place !== undefined) remote = place.trim();
    const [, name, version = ''] = /^ {4}(\S+) \(([^)]*)\)$/.exec(line) ?? [];
    const [, locked, lockedVersion, digest] =
      (section === 'CHECKSUMS' ? /^ {2}(\S+) \(([^)]*)\) (.+)$/.exec(line) : undefined) ?? [];
    if (digest !== undefined) checksums.set(`${locked} ${lockedVersion}`, digest);
    if (name !== undefined && /^(GEM|GIT|PATH|PLUGIN SOURCE)$/.test(section)) {
      const requires: string[] = [];
      last = { requires };
      const kind = section === 'PATH' ? 'path' : section === 'GIT' ? 'git' : 'source';
      reading.dependencies.push({
        name,
        version: sanitizeSource(version),
        ...parseGemSource(kind, remote, file),
        requires,
      });
    }
    const requirement = /^ {6}(\S+)/.exec(line)?.[1];
    if (requirement !== undefined) last?.requires.push(requirement);
  }
  for (const each of reading.dependencies) {
    const sum = checksums.get(`${each.name} ${each.version}`);
    if (sum !== undefined) each.integrity = sum;
  }
  return reading;
};

/** Reads extconf.rb and Rakefiles of extensions, which run at installation. */
export const readBuildProgram: DependencyFileReader = (text, file) => {
  const reading = createEmptyContent();
  reading.scripts.push({ what: `${file.split('/').at(-1)} runs when it is built or installed`, text });
  return reading;
};
