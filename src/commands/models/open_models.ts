import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import { type PriceBook, readPriceFile } from '../../gateway/meter/price_book.js';
import type { ModelConfig } from '../../gateway/model_config.js';
import { openScriptedUpstream, type ScriptedUpstream } from '../../gateway/scripted/scripted_upstream.js';
import { readUpstreamScript } from '../../gateway/scripted/upstream_script.js';
import { createSteering, listSteeringBackends } from '../../gateway/steering/create_steering.js';
import { listDialects, matchesModelPattern, type Upstream } from '../../gateway/upstreams/upstream.js';
import type { OutboundNetwork } from '../../network/outbound_network.js';
import { dialectNames } from '../../record/events/model_payloads.js';
import { computeDigest } from '../../record/json/compute_digest.js';
import { readRedaction } from '../../run/redaction/read_redaction.js';
import {
  openRestrictedStore,
  type RestrictedStoreFolder,
} from '../../run/redaction/restricted_store/open_restricted_store.js';
import { loadPriceBooks } from './load_price_books.js';
import type { ModelOptions } from './model_options.js';
import { DEFAULT_FIRST_BYTE_MS, DEFAULT_IDLE_MS } from './models_file_schema.js';
import {
  readUpstreamDeclarations,
  type ScriptedUpstreamSpec,
  type UpstreamDeclaration,
} from './read_upstream_declarations.js';
import { createFreeProviderName, type ResolvedUpstream, resolveUpstream } from './resolve_upstream.js';

/** Models of a run with their prices and redaction. */
export interface OpenModels {
  /** Models; undefined = the options only have prices of other things, or rules for records. */
  models: ModelConfig | undefined;
  /** Judge model with the way to it; undefined = none is named, or no upstream here has it. */
  judge: ModelConfig | undefined;
  /** Prices; undefined = none were asked for. */
  prices: PriceBook | undefined;
  /** Redaction of records, and the store of originals. */
  redaction: Pick<ModelConfig, 'redaction' | 'store'>;
  /** Providers' keys, which must not be written anywhere. */
  keys: readonly string[];
  /** Warnings before the run: steering with less effect than declared, a store that others could replace. */
  warnings: readonly string[];
  close(): Promise<void>;
}

/** Context in which models are opened. */
export interface ModelContext {
  cwd: string;
  /** Folder of the records, which must not contain the originals. */
  out?: string | undefined;
  way_out: OutboundNetwork;
  /** Current time, whose prices apply. */
  now: () => Date;
  /** Reads a variable of the caller's environment. */
  variable?: ((name: string) => string | undefined) | undefined;
}

/**
 * Opens the models of the options: upstreams with their keys, prices, steering and redaction.
 *
 * @returns undefined if the options do not mention models
 * @throws {UserError} for everything that is wrong, before any request
 */
export async function openModels(options: ModelOptions, context: ModelContext): Promise<OpenModels | undefined> {
  const { cwd, variable = () => undefined } = context;
  const declared = readUpstreamDeclarations(options, cwd);
  const flag = declared.length > 0 ? undefined : findDependentFlag(options);
  if (flag !== undefined)
    throw new UserError(`${flag} needs an upstream: nothing says where requests go`, 'Add --upstream or --models.');
  if (options.allow_models.length > 0 && options.name === undefined)
    throw new UserError(
      `the further model ${options.allow_models[0]} is allowed, and there is no model that agents are held to`,
      'Add --model NAME; without it agents may ask for every model that an upstream has.',
    );
  const records = options.redaction ?? options.restricted_store;
  if (declared.length === 0 && options.prices === undefined && records === undefined) return undefined;
  const { createPriceBook } = await loadPriceBooks();
  const prices = createPriceBook(
    options.prices === undefined ? undefined : readPriceFile(options.prices, cwd),
    context.now(),
  );
  const redaction = readRedaction(options.redaction, cwd);
  const store =
    options.restricted_store === undefined ? undefined : openOriginalsStore(options.restricted_store, context);
  const players = new Map<UpstreamDeclaration, ScriptedUpstream>();
  const close = async () => void (await Promise.all([...players.values()].map((player) => player.close())));
  try {
    const opened: ResolvedUpstream[] = [];
    for (const one of declared) {
      if (!('script' in one.upstream)) opened.push(resolveUpstream(one.upstream, one.at, variable));
      else {
        const played = await openScriptedModel(one.upstream, cwd);
        players.set(one, played.player);
        opened.push(played);
      }
    }
    const upstreams = attachSteering(opened, options, cwd);
    requireUpstream('--model', options.name, upstreams);
    const steering = upstreams.find((upstream) => upstream.steering)?.steering;
    const models: ModelConfig = {
      name: options.name ?? null,
      ...omitUndefined({ allowed: options.allow_models.length > 0 ? options.allow_models : undefined }),
      upstreams,
      prices: addFreePrices(prices, opened),
      steering: steering?.identity,
      redaction,
      store: store?.openAttempt,
      outbound: context.way_out,
    };
    return {
      models: declared.length > 0 ? models : undefined,
      judge: createJudgeConfig(models, options.judge),
      prices: declared.length === 0 && options.prices === undefined ? undefined : models.prices,
      redaction: { redaction, store: store?.openAttempt },
      keys: upstreams.flatMap(({ key }) => key?.value ?? []),
      warnings: [
        ...new Set([...upstreams.flatMap((upstream) => upstream.steering?.warnings ?? []), ...(store?.warnings ?? [])]),
      ],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the store of originals outside of the records and of a repository that agents may be given. */
function openOriginalsStore(dir: string, { cwd, out }: ModelContext): RestrictedStoreFolder {
  const repository = existsSync(join(cwd, '.git')) ? [cwd] : [];
  return openRestrictedStore(dir, cwd, [...(out === undefined ? [] : [out]), ...repository]);
}

/** Returns the first flag that has no meaning without an upstream. */
function findDependentFlag(options: ModelOptions): string | undefined {
  const flags: [string, string | undefined][] = [
    ['--model', options.name],
    ['--judge-model', options.judge],
    ['the steering', options.steering],
    ['the backend of steering', options.backend],
  ];
  return flags.find(([, value]) => value !== undefined)?.[0];
}

/** Plays a script on the loopback. Its name is the digest of its content, which is part of an attempt's identity. */
async function openScriptedModel(
  { script: file, models }: ScriptedUpstreamSpec,
  cwd: string,
): Promise<ResolvedUpstream & { player: ScriptedUpstream }> {
  const script = readUpstreamScript(file, cwd);
  const player = openScriptedUpstream(script);
  const name = `script-${computeDigest(script).slice(0, 12)}`;
  await player.listenOnLoopback(0);
  return {
    player,
    upstream: {
      name,
      provider: createFreeProviderName(name),
      url: player.url,
      shown: `script:${file}`,
      models,
      dialects: dialectNames,
      first_byte_ms: DEFAULT_FIRST_BYTE_MS,
      idle_ms: DEFAULT_IDLE_MS,
    },
    free: true,
    backend: undefined,
  };
}

/** Returns the upstreams, each with the steering of its backend. */
function attachSteering(
  opened: readonly ResolvedUpstream[],
  { steering: file, backend }: ModelOptions,
  cwd: string,
): Upstream[] {
  if (file === undefined) {
    if (backend === undefined) return opened.map(({ upstream }) => upstream);
    throw new UserError(
      `the backend ${backend} is given, and no steering`,
      'Add --steering FILE, or models.steering in the suite.',
    );
  }
  return opened.map(({ upstream, backend: own }) => {
    const serving = backend ?? own;
    if (serving === undefined)
      throw new UserError(
        `steering ${file}: nothing says what serves the models of upstream ${upstream.name}`,
        `Add --backend, or models.backend in the suite: ${listSteeringBackends().join(', ')}, or a file.`,
      );
    return { ...upstream, steering: createSteering({ file, backend: serving }, cwd) };
  });
}

/** Creates the access to the judge model. Steering and further models are terms of agents. */
function createJudgeConfig({ upstreams, ...models }: ModelConfig, name: string | undefined): ModelConfig | undefined {
  if (name === undefined || listDialects(name, upstreams).length === 0) return undefined;
  const unsteered = upstreams.map(({ steering: _, ...upstream }) => upstream);
  return { ...models, name, allowed: undefined, steering: undefined, upstreams: unsteered };
}

/** Requires an upstream for a model that a flag names. */
export function requireUpstream(flag: string, name: string | undefined, upstreams: readonly Upstream[]): void {
  if (
    name === undefined ||
    upstreams.some(({ models }) => models.some((pattern) => matchesModelPattern(pattern, name)))
  )
    return;
  throw new UserError(
    `${flag} ${name}: no upstream has it; there are ${upstreams
      .flatMap(({ models }) => models)
      .slice(0, 20)
      .join(', ')}`,
    'Correct the name, or the patterns of --upstream or --models.',
  );
}

/**
 * Returns prices by which the models of free upstreams cost nothing, unless the table says otherwise. The library
 * knows these models by name only, as hosted ones.
 */
function addFreePrices(book: PriceBook, opened: readonly ResolvedUpstream[]): PriceBook {
  const free = new Set(opened.flatMap(({ free, upstream }) => (free ? [upstream.provider] : [])));
  return {
    ...book,
    cost(model, provider, usage) {
      const price = book.cost(model, provider, usage);
      if (provider === undefined || !free.has(provider) || price?.price.startsWith('table:')) return price;
      return { usd: 0, price: provider };
    },
  };
}
