import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean } from '../contract/suggest.js';
import { UserError } from '../contract/user_error.js';
import { parseYaml } from '../contract/yaml_source.js';
import { baseUrl } from './base_url.js';
import { presets } from './model_presets.js';
import { type DeclaredUpstream, modelsFileSchema, upstreamSchema } from './models_file.js';
import type { ModelsOrder } from './models_order.js';

/** An upstream as a flag or a file declares it. */
export interface Declared {
  /** Where it stands, for complaints. */
  at: string;
  upstream: DeclaredUpstream | Scripted;
}

/** A conversation that is played instead of a model. */
export interface Scripted {
  script: string;
  models: string[];
}

/** The upstreams of flags, in their order, then those of the file. @throws {UserError} for what is none */
export function declaredUpstreams({ upstreams, key_env, file }: ModelsOrder, cwd: string): Declared[] {
  const ofFile = file === undefined ? [] : readModelsFile(file, cwd);
  const taken = new Set(ofFile.map(({ upstream }) => upstream.name));
  const flags = upstreams.map(
    (flag): Declared => ({ at: `--upstream ${withoutPassword(flag)}`, upstream: readFlag(flag, taken) }),
  );
  const keyed = flags.flatMap(({ upstream }) => ('script' in upstream ? [] : [upstream]));
  if (key_env !== undefined) {
    if (keyed.length !== 1)
      throw new UserError(
        `--key-env ${key_env} is the key of exactly one --upstream, and there are ${keyed.length}`,
        'Several upstreams with keys of their own go into a file: --models FILE.',
      );
    keyed[0]!.key = { env: key_env };
  }
  return [...flags, ...ofFile];
}

/** `[PATTERN=]TARGET`: a preset, a URL, `PRESET:URL` (the preset's terms at another address), `local:URL`, or `script:FILE`. */
function readFlag(flag: string, taken: Set<string>): Declared['upstream'] {
  const [, pattern, said = ''] = /^(?:(?!https?:|script:|local:|[a-z-]+:https?:)([^=\s]+)=)?(.*)$/s.exec(flag) ?? [];
  const models = [pattern ?? '*'];
  const own = said.startsWith('local:');
  const [, terms] = /^([a-z-]+):https?:/i.exec(said) ?? [];
  const preset = terms !== undefined && Object.hasOwn(presets, terms) ? terms : undefined;
  const target = own || preset !== undefined ? said.slice(said.indexOf(':') + 1) : said;
  if (target.startsWith('script:') && target.length > 'script:'.length) return { script: target.slice(7), models };
  if (Object.hasOwn(presets, target))
    return upstreamSchema.parse({ name: freeName(target, taken), preset: target, models });
  const names = Object.keys(presets);
  if (!/^https?:\/\//i.test(target))
    throw new UserError(
      `--upstream ${withoutPassword(flag)}: "${withoutPassword(target)}" is no URL and no preset${didYouMean(target, names)}`,
      `Write [PATTERN=]URL, local:URL, PRESET:URL, script:FILE, or one of: ${names.join(', ')}.`,
    );
  const place = baseUrl(target);
  if ('problem' in place) throw new UserError(`--upstream ${withoutPassword(flag)}: the URL ${place.problem}`);
  const more = own ? { free: true } : preset === undefined ? {} : { preset };
  return upstreamSchema.parse({ name: freeName(nameOf(place.url), taken), url: target, models, ...more });
}

const nameOf = (url: URL) =>
  url.host
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 60);

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}-${n}`;
  taken.add(free);
  return free;
}

/** What may be shown of a flag that may hold a password. */
const withoutPassword = (text: string) => text.replace(/\/\/.*@/s, '//…@').replace(/\?.*$/s, '?…');

function readModelsFile(file: string, cwd: string): { at: string; upstream: DeclaredUpstream }[] {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new UserError(
      `models file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Name a YAML file such as docs/models.md shows.',
    );
  }
  const { value, lines } = parseYaml(text, file, modelsFileSchema);
  return value.upstreams.map((upstream, i) => ({ at: `${file}:${lines[`upstreams.${i}`] ?? 1}`, upstream }));
}
