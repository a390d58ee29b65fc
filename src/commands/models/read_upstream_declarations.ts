import { resolve } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { parseYaml } from '../../contract/input/parse_yaml.js';
import { suggestName, UserError } from '../../contract/input/user_error.js';
import { MAX_TEXT_BYTES, readRegularFile } from '../../system/read_regular_file.js';
import { parseBaseUrl } from './base_url.js';
import type { ModelOptions } from './model_options.js';
import { modelPresets } from './model_presets.js';
import { type DeclaredUpstream, declaredUpstreamSchema, modelsFileSchema } from './models_file_schema.js';

/** Upstream as a flag or a file declares it. */
export interface UpstreamDeclaration {
  /** Place of the declaration, for error messages. */
  at: string;
  upstream: DeclaredUpstream | ScriptedUpstreamSpec;
}

/** Scripted conversation in place of a model. */
export interface ScriptedUpstreamSpec {
  script: string;
  models: string[];
}

/** Reads the upstreams of the flags, then those of the file. @throws {UserError} for a declaration that is invalid */
export function readUpstreamDeclarations(
  { upstreams, key_env, file }: ModelOptions,
  cwd: string,
): UpstreamDeclaration[] {
  const ofFile = file === undefined ? [] : readModelsFile(file, cwd);
  const names = new Set(ofFile.map(({ upstream }) => upstream.name));
  const flags = upstreams.map(
    (flag): UpstreamDeclaration => ({
      at: `--upstream ${maskPassword(flag)}`,
      upstream: parseUpstreamFlag(flag, names),
    }),
  );
  const keyed = flags.flatMap(({ upstream }) => ('script' in upstream ? [] : [upstream]));
  if (key_env !== undefined) {
    const [upstream, ...further] = keyed;
    if (!upstream || further.length > 0)
      throw new UserError(
        `--key-env ${key_env} is the key of exactly one --upstream, and there are ${keyed.length}`,
        'Several upstreams with keys of their own go into a file: --models FILE.',
      );
    upstream.key = { env: key_env };
  }
  return [...flags, ...ofFile];
}

/**
 * Parses `[PATTERN=]TARGET`: a preset, a URL, `PRESET:URL` (the preset's terms at another address), `local:URL`, or
 * `script:FILE`.
 */
function parseUpstreamFlag(flag: string, taken: Set<string>): UpstreamDeclaration['upstream'] {
  const [, pattern, address = ''] = /^(?:(?!https?:|script:|local:|[a-z-]+:https?:)([^=\s]+)=)?(.*)$/s.exec(flag) ?? [];
  const models = [pattern ?? '*'];
  const is_local = address.startsWith('local:');
  const [, terms] = /^([a-z-]+):https?:/i.exec(address) ?? [];
  const preset = terms !== undefined && Object.hasOwn(modelPresets, terms) ? terms : undefined;
  const target = is_local || preset !== undefined ? address.slice(address.indexOf(':') + 1) : address;
  if (target.startsWith('script:') && target.length > 'script:'.length) return { script: target.slice(7), models };
  if (Object.hasOwn(modelPresets, target))
    return declaredUpstreamSchema.parse({ name: findFreeName(target, taken), preset: target, models });
  const names = Object.keys(modelPresets);
  if (!/^https?:\/\//i.test(target))
    throw new UserError(
      `--upstream ${maskPassword(flag)}: "${maskPassword(target)}" is no URL and no preset` +
        `${suggestName(target, names)}`,
      `Write [PATTERN=]URL, local:URL, PRESET:URL, script:FILE, or one of: ${names.join(', ')}.`,
    );
  const place = parseBaseUrl(target);
  if ('problem' in place) throw new UserError(`--upstream ${maskPassword(flag)}: the URL ${place.problem}`);
  return declaredUpstreamSchema.parse({
    name: findFreeName(createUpstreamName(place.url), taken),
    url: target,
    models,
    ...omitUndefined({ free: is_local || undefined, preset: is_local ? undefined : preset }),
  });
}

const createUpstreamName = (url: URL) =>
  url.host
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 60);

function findFreeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}-${n}`;
  taken.add(free);
  return free;
}

/** Masks a password and the query in a flag. */
const maskPassword = (text: string) => text.replace(/\/\/.*@/s, '//…@').replace(/\?.*$/s, '?…');

function readModelsFile(file: string, cwd: string): { at: string; upstream: DeclaredUpstream }[] {
  let text: string;
  try {
    text = readRegularFile(resolve(cwd, file), MAX_TEXT_BYTES).toString('utf8');
  } catch (error) {
    throw new UserError(
      `models file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Name a YAML file such as docs/agents.md#models shows.',
    );
  }
  const { value, lines } = parseYaml(text, file, modelsFileSchema);
  return value.upstreams.map((upstream, i) => ({ at: `${file}:${lines[`upstreams.${i}`] ?? 1}`, upstream }));
}
