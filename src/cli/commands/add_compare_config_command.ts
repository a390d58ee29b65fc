import { type Command, Option } from 'commander';
import type { RunOptionsInput } from '../../commands/study/run_options.js';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';
import { addJudgeOption, addModelOptions, readModelOptions } from '../options/add_model_options.js';
import { createReposOption, LAYER_CACHE_OPTION, readOutputOptions } from '../options/add_study_options.js';
import { collectValues, createNumberParser, parseIntegerOption } from '../options/parse_integer_option.js';
import { requireOptions } from '../options/require_options.js';

const parseUsd = createNumberParser('must be a number above 0', (usd) => usd > 0);
const parseAlpha = createNumberParser('must be above 0 and below 0.5', (alpha) => alpha > 0 && alpha < 0.5);

/** Adds the verb `compareConfig` to the command line. */
export function addCompareConfigCommand(program: Command, { out, shell, finish }: CliContext): void {
  const command = program
    .command('compare-config')
    .description('compare the settings of agents (AGENTS.md, CLAUDE.md, skills, MCP servers, models) in two commits')
    .option('--base <revision>', 'what was before (default: the default branch)')
    .option('--head <revision>', 'what is judged', 'HEAD')
    .option('-s, --suite <file>', 'suite with contracts and agents, as the base has it', 'gatebench.yml')
    .option('--settings <pattern>', 'further files that are settings; may be repeated', collectValues, [])
    .option('-a, --agent <name>', 'agent of the suite; may be repeated (default: all)', collectValues, [])
    .option(
      '-k, --trials <n>',
      'attempts per contract and side (default: as the suite says, at least 3)',
      parseIntegerOption,
    )
    .option(
      '--extra-trials <n>',
      'further attempts of both sides at an undecided contract (default: 3)',
      parseIntegerOption,
    )
    .option('--extra-usd <usd>', 'what these may cost together', parseUsd)
    .option('--budget-usd <usd>', 'what all attempts may cost together (default: as the suite says)', parseUsd)
    .option('--alpha <p>', 'largest chance of a false alarm (default: as the suite says, or 0.05)', parseAlpha)
    .option('-o, --out <dir>', 'folder for records and reports (default: gatebench-config)')
    .option('-j, --concurrency <n>', 'attempts side by side (default: as the suite says, or 1)', parseIntegerOption)
    .option('--resume', 'keep sealed, decided attempts of an earlier run in the same folder', false)
    .addOption(
      new Option('--replace', 'remove the results of an earlier run from the folder')
        .default(false)
        .conflicts('resume'),
    )
    .option('--install', 'install agents that come from npm and are not there', false)
    .option('--dry-run', 'say what would run, run nothing', false)
    .addOption(createReposOption())
    .option(...LAYER_CACHE_OPTION)
    .option('--json', 'print results as JSON', false);
  addJudgeOption(addModelOptions(command))
    .addHelpText(
      'after',
      '\nExample:\n  gatebench compare-config --base main\n' +
        'Exit codes: 0 head is not worse, or nothing differs · 1 head is worse · 2 your mistake · 3 undecided · ' +
        '130 interrupted',
    )
    .action(async (options: Record<string, unknown>) => {
      const { compareConfig, resolveComparedRevisions, runOptionsSchema } = await verbs.compareConfig();
      const { base, head } = options as { base?: string; head: string };
      const watched = { suite: options.suite as string, patterns: options.settings as string[] };
      const pull_request = await resolveComparedRevisions(base, head, shell.cwd, watched, out.error);
      const input: RunOptionsInput = {
        ...readOutputOptions(options, 'gatebench-config'),
        ...{ pull_request, search_path: shell.search_path, way_out: shell.way_out },
        suite: options.suite as string,
        fail_on: 'regression',
        compare_settings: {
          patterns: options.settings as string[],
          agents: options.agent as string[],
          trials: options.trials as number | undefined,
          alpha: options.alpha as number | undefined,
          total_usd: options.budgetUsd as number | undefined,
        },
        extra_trials: options.extraTrials as number | undefined,
        extra_usd: options.extraUsd as number | undefined,
        concurrency: options.concurrency as number | undefined,
        resume: options.resume as boolean,
        install_agents: options.install as boolean,
        dry_run: options.dryRun as boolean,
        repos: options.repos as string[],
        cache: options.cache as string | undefined,
        models: readModelOptions(options),
        json: options.json as boolean,
      };
      finish((await compareConfig(requireOptions(runOptionsSchema.safeParse(input)), out, shell.cwd)).exit_code);
    });
}
