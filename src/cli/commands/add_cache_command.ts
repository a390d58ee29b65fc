import { type Command, InvalidArgumentError } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';

const CACHE_OPTION = [
  '--cache <dir>',
  'which cache (default: /var/cache/gatebench as root, else ~/.cache/gatebench)',
] as const;

/** Adds the verb `cache` to the command line. */
export function addCacheCommand(program: Command, { out, shell, finish }: CliContext): void {
  const cache = program
    .command('cache')
    .description('what is kept between runs: show it, remove what is old or too much')
    .addHelpText(
      'after',
      '\nExample:\n  gatebench cache list\n  gatebench cache prune --older-than 7d --keep-size 5GiB --dry-run',
    );

  cache
    .command('list', { isDefault: true })
    .description('kinds of entries with number, size and age')
    .option(...CACHE_OPTION)
    .option('--json', 'one JSON object with every entry', false)
    .action(async (options: { cache?: string; json: boolean }) => {
      const { showCache } = await verbs.cache();
      finish(showCache(options, out, shell.cwd));
    });

  cache
    .command('prune')
    .description(
      'remove what no living run uses: what was not used for long, then the least recently used beyond a size',
    )
    .option(...CACHE_OPTION)
    .option('--older-than <time>', 'not used for so long: 12h, 7d, 4w', parseAge)
    .option('--keep-size <size>', 'keep no more than this: 5GiB, 500MB; 0 = nothing', parseBytes)
    .option('--dry-run', 'say what would go, remove nothing', false)
    .option('--json', 'one JSON object with every entry that goes', false)
    .addHelpText('after', '\nExit codes: 0 done · 1 something could not be removed · 2 your mistake')
    .action(async (options: Record<string, unknown>) => {
      const { pruneCacheFolder } = await verbs.cache();
      const order = {
        cache: options.cache as string | undefined,
        json: options.json as boolean,
        older_than_ms: options.olderThan as number | undefined,
        keep_bytes: options.keepSize as number | undefined,
        dry_run: options.dryRun as boolean,
      };
      finish(await pruneCacheFolder(order, out, shell.cwd));
    });
}

const UNITS_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const UNITS: Record<string, number> = {
  ...{ '': 1, B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 },
  ...{ KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 },
};

const parseAge = (text: string) => parseQuantity(text, UNITS_MS, 'a time like 12h, 7d or 4w');
const parseBytes = (text: string) => parseQuantity(text, UNITS, 'a size like 5GiB or 500MB');

function parseQuantity(text: string, units: Record<string, number>, what: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(text.trim()) ?? [];
  if (amount === undefined || !Object.hasOwn(units, unit)) throw new InvalidArgumentError(`must be ${what}`);
  return Number(amount) * units[unit]!;
}
