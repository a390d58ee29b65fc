import type { Command } from 'commander';
import type { CounterfactualLimitsInput } from '../../commands/score/parse_counterfactual_limits.js';
import { UserError } from '../../contract/input/user_error.js';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';

type ScoreCommandOptions = CounterfactualLimitsInput & { json: boolean; out?: string };

/** Adds the verb `scoreRuns` to the command line. */
export function addScoreCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('score')
    .description(
      'judge recorded attempts again and compare with the sealed verdict, or judge them as if other terms had held',
    )
    .argument('<runs...>', 'run directories, or output folders')
    .option('--json', 'one JSON object per run', false)
    .optionsGroup('Other terms (counterfactual: provisional, never a result):')
    .option(
      '--cap-usd <usd>',
      'as if an attempt had been allowed to cost no more: everything that has a price, as the cap in force counts it',
    )
    .option('--cap-tokens <n>', 'as if an attempt had been allowed no more tokens: 500k')
    .option('--cap-wall <time>', 'as if the agent had been allowed no more time: 10m')
    .option('--weights <list>', 'minimal=…,trace=…,maintainability=… or ok=…,validity=…,violation=…')
    .option('--lambda <x>', 'λ of the size of a change')
    .option('-o, --out <dir>', 'write counterfactual.jsonl and counterfactual.md there')
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench score gatebench-out\n  ' +
        'gatebench score gatebench-out --cap-usd 0.50 --out what-if\n' +
        'Exit codes: 0 the same, or scored under other terms · 1 differs · 2 your mistake · 3 cannot be judged',
    )
    .action(async (runs: string[], { json, out: folder, ...input }: ScoreCommandOptions) => {
      const { scoreRuns, scoreCounterfactual, parseCounterfactualLimits } = await verbs.score();
      const terms = parseCounterfactualLimits(input);
      if (terms === undefined && folder !== undefined)
        throw new UserError(
          '--out is for scores under other terms',
          'Name some: --cap-usd, --cap-tokens, --cap-wall, --weights, --lambda.',
        );
      finish(
        terms === undefined
          ? scoreRuns(runs, { json }, out, shell.cwd)
          : scoreCounterfactual(runs, terms, { json, out: folder }, out, shell.cwd),
      );
    });
}
