import { InvalidArgumentError } from 'commander';
import { FLAG, TEXT } from '../../commands/options/option_spec.js';
import { verbs } from '../../engine/verbs.js';
import { pickOption, type Verb } from '../options/verb.js';

const CACHE = pickOption('cache');

interface PruneValues {
  cache?: string;
  older_than_ms?: number;
  keep_bytes?: number;
  dry_run: boolean;
  json: boolean;
}

const listVerb: Verb = {
  name: 'list',
  help: 'kinds of entries with number, size and age',
  is_default: true,
  options: [CACHE, pickOption('json', { help: 'one JSON object with every entry' })],
  async run(values: { cache?: string; json: boolean }, { out, shell }) {
    const { showCache } = await verbs.records();
    return showCache(values, out, shell.cwd);
  },
};

const pruneVerb: Verb = {
  name: 'prune',
  help: 'remove what no living run uses: what was not used for long, then the least recently used beyond a size',
  options: [
    CACHE,
    {
      flag: '--older-than <time>',
      field: 'older_than_ms',
      kind: TEXT,
      parse: parseAge,
      help: 'not used for so long: 12h, 7d, 4w',
    },
    {
      flag: '--keep-size <size>',
      field: 'keep_bytes',
      kind: TEXT,
      parse: parseBytes,
      help: 'keep no more than this: 5GiB, 500MB; 0 = nothing',
    },
    { flag: '--dry-run', kind: FLAG, help: 'say what would go, remove nothing' },
    pickOption('json', { help: 'one JSON object with every entry that goes' }),
  ],
  more: 'Exit codes: 0 done · 1 something could not be removed · 2 your mistake',
  async run(values: PruneValues, { out, shell }) {
    const { pruneCacheFolder } = await verbs.records();
    return pruneCacheFolder(values, out, shell.cwd);
  },
};

/** Verb about what is kept between runs, below `records`. */
export const cacheVerb: Verb = {
  name: 'cache',
  help: 'what is kept between runs: show it, remove what is old or too much',
  more:
    'Example:\n  gatebench records cache list\n' +
    '  gatebench records cache prune --older-than 7d --keep-size 5GiB --dry-run',
  verbs: [listVerb, pruneVerb],
};

const UNITS_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const UNITS: Record<string, number> = {
  ...{ '': 1, B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 },
  ...{ KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 },
};

function parseAge(text: string): number {
  return parseQuantity(text, UNITS_MS, 'a time like 12h, 7d or 4w');
}

function parseBytes(text: string): number {
  return parseQuantity(text, UNITS, 'a size like 5GiB or 500MB');
}

function parseQuantity(text: string, units: Record<string, number>, what: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(text.trim()) ?? [];
  if (amount === undefined || !Object.hasOwn(units, unit)) throw new InvalidArgumentError(`must be ${what}`);
  return Number(amount) * (units[unit] ?? 1);
}
