import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { digestOf } from '../record/canonical.js';
import { dialects } from '../record/model_events.js';
import type { WayOut } from '../run/egress/way_out.js';
import type { PriceBook } from '../run/gateway/meter/price.js';
import { readPriceFile } from '../run/gateway/meter/price_file.js';
import type { Models } from '../run/gateway/models.js';
import { readUpstreamScript } from '../run/gateway/scripted/script.js';
import { openScriptedUpstream, type ScriptedUpstream } from '../run/gateway/scripted/upstream.js';
import { shippedBackends } from '../run/gateway/steering/backends/shipped.js';
import { openSteering } from '../run/gateway/steering/open_steering.js';
import type { Upstream } from '../run/gateway/upstream.js';
import { namesModel } from '../run/gateway/upstream_for.js';
import { readRedaction } from '../run/redaction/redaction_file.js';
import { type OpenStore, openRestrictedStore } from '../run/restricted_store/open_store.js';
import { type Declared, declaredUpstreams, type Scripted } from './declared_upstreams.js';
import { FIRST_BYTE_MS, IDLE_MS } from './models_file.js';
import type { ModelsOrder } from './models_order.js';
import { freeProvider, type OpenUpstream, openUpstream } from './open_upstream.js';
import { priceBooks } from './price_books.js';
import { withFree } from './prices.js';

/** What a run has of models. */
export interface OpenModels {
  /** undefined = there are prices only, of everything else. */
  models: Models | undefined;
  prices: PriceBook;
  /** Providers' keys: to be kept out of everything that is written. */
  keys: readonly string[];
  /** To be said before the run: steering that does less than it says, a store that others could replace. */
  warnings: readonly string[];
  close(): Promise<void>;
}

/** What opening needs to know of the caller's surroundings. */
export interface ModelSurroundings {
  cwd: string;
  /** Folder of the records, beside which originals must not lie. */
  out?: string | undefined;
  way_out: WayOut;
  /** The time whose prices hold. */
  now: () => Date;
  /** A value of the caller's environment. */
  variable?: ((name: string) => string | undefined) | undefined;
}

/**
 * Opens the models of an order: upstreams with their keys, prices, steering, redaction.
 *
 * @returns undefined when the order says nothing of them
 * @throws {UserError} for everything that is wrong about it, before anything is asked
 */
export async function openModels(order: ModelsOrder, around: ModelSurroundings): Promise<OpenModels | undefined> {
  const { cwd, variable = () => undefined } = around;
  const declared = declaredUpstreams(order, cwd);
  const given = declared.length > 0 ? undefined : alone(order);
  if (given !== undefined)
    throw new UserError(`${given} is given, and nothing says where requests go`, 'Add --upstream or --models.');
  if (order.allow_models.length > 0 && order.name === undefined)
    throw new UserError(
      `--allow-model ${order.allow_models[0]} is given, and there is no model that agents are held to`,
      'Add --model NAME; without it agents may ask for every model that an upstream has.',
    );
  if (declared.length === 0 && order.prices === undefined) return undefined;
  const { openPriceBook } = await priceBooks();
  const prices = openPriceBook(order.prices === undefined ? undefined : readPriceFile(order.prices, cwd), around.now());
  const redaction = readRedaction(order.redaction, cwd);
  const store = order.restricted_store === undefined ? undefined : restrictedStore(order.restricted_store, around);
  const players = new Map<Declared, ScriptedUpstream>();
  const close = async () => void (await Promise.all([...players.values()].map((player) => player.close())));
  try {
    const opened: OpenUpstream[] = [];
    for (const one of declared) {
      if (!('script' in one.upstream)) opened.push(openUpstream(one.upstream, one.at, variable));
      else {
        const played = await play(one.upstream, cwd);
        players.set(one, played.player);
        opened.push(played);
      }
    }
    const upstreams = steered(opened, order, cwd);
    demandUpstream(order.name, upstreams);
    const steering = upstreams.find((upstream) => upstream.steering)?.steering;
    const models: Models = {
      name: order.name ?? null,
      ...(order.allow_models.length > 0 ? { allowed: order.allow_models } : {}),
      upstreams,
      prices: withFree(prices, opened),
      steering: steering?.identity,
      redaction,
      store: store?.of,
      way_out: around.way_out,
    };
    return {
      models: declared.length > 0 ? models : undefined,
      prices: models.prices,
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

/** Apart from the records, and from a repository that agents may be given. */
function restrictedStore(dir: string, { cwd, out }: ModelSurroundings): OpenStore {
  const repository = existsSync(join(cwd, '.git')) ? [cwd] : [];
  return openRestrictedStore(dir, cwd, [...(out === undefined ? [] : [out]), ...repository]);
}

/** The first flag that means nothing without an upstream. */
function alone(order: ModelsOrder): string | undefined {
  const flags: [string, string | undefined][] = [
    ['--model', order.name],
    ['--steering', order.steering],
    ['--backend', order.backend],
    ['--redaction', order.redaction],
    ['--restricted-store', order.restricted_store],
  ];
  return flags.find(([, value]) => value !== undefined)?.[0];
}

/** A script played on the loopback; its content is its name, since that is what makes an attempt another one. */
async function play(
  { script: file, models }: Scripted,
  cwd: string,
): Promise<OpenUpstream & { player: ScriptedUpstream }> {
  const script = readUpstreamScript(file, cwd);
  const player = openScriptedUpstream(script);
  const name = `script-${digestOf(script).slice(0, 12)}`;
  await player.listenOnLoopback(0);
  return {
    player,
    upstream: {
      name,
      provider: freeProvider(name),
      url: player.url,
      shown: `script:${file}`,
      models,
      dialects,
      first_byte_ms: FIRST_BYTE_MS,
      idle_ms: IDLE_MS,
    },
    free: true,
    backend: undefined,
  };
}

/** The upstreams, each with the steering of what serves its models. */
function steered(opened: readonly OpenUpstream[], { steering: file, backend }: ModelsOrder, cwd: string): Upstream[] {
  if (file === undefined) {
    if (backend === undefined) return opened.map(({ upstream }) => upstream);
    throw new UserError(`--backend ${backend} is given, and no steering`, 'Add --steering FILE.');
  }
  return opened.map(({ upstream, backend: own }) => {
    const serving = backend ?? own;
    if (serving === undefined)
      throw new UserError(
        `--steering ${file}: nothing says what serves the models of upstream ${upstream.name}`,
        `Add --backend NAME: ${shippedBackends.map(({ name }) => name).join(', ')}, or a file.`,
      );
    return { ...upstream, steering: openSteering({ file, backend: serving }, cwd) };
  });
}

/** An upstream for the model that agents are told to use; where there is none at all, nobody is told. */
function demandUpstream(name: string | undefined, upstreams: readonly Upstream[]): void {
  if (name === undefined || upstreams.some(({ models }) => models.some((pattern) => namesModel(pattern, name)))) return;
  throw new UserError(
    `--model ${name}: no upstream has it; there are ${upstreams
      .flatMap(({ models }) => models)
      .slice(0, 20)
      .join(', ')}`,
    'Correct the name, or the patterns of --upstream or --models.',
  );
}
