import type { Command } from 'commander';
import { UserError } from '../contract/user_error.js';
import type { RunOutput } from './orders.js';
import type { TermsInput } from './score_terms.js';
import { verbs } from './verbs.js';

type Options = TermsInput & { json: boolean; out?: string };

/** Adds the verb `score` to the command line; `done` is told the exit code. */
export function addScore(program: Command, out: RunOutput, cwd: string, done: (code: number) => void): void {
  program
    .command('score')
    .description(
      'judge recorded attempts again and compare with the sealed verdict, or judge them as if other terms had held',
    )
    .argument('<runs...>', 'run directories, or output folders')
    .option('--json', 'one JSON object per run', false)
    .optionsGroup('Other terms (counterfactual: provisional, never a result):')
    .option('--cap-usd <usd>', 'as if the models of an attempt had been allowed to cost no more')
    .option('--cap-tokens <n>', 'as if an attempt had been allowed no more tokens: 500k')
    .option('--cap-wall <time>', 'as if the agent had been allowed no more time: 10m')
    .option('--weights <list>', 'minimal=…,trace=…,maintainability=… or ok=…,validity=…,violation=…')
    .option('--lambda <x>', 'λ of the size of a change')
    .option('-o, --out <dir>', 'write counterfactual.jsonl and counterfactual.md there')
    .addHelpText(
      'after',
      '\nExample:\n  gatebench score gatebench-out\n  gatebench score gatebench-out --cap-usd 0.50 --out what-if\nExit codes: 0 the same, or scored under other terms · 1 differs · 2 your mistake · 3 cannot be judged',
    )
    .action(async (runs: string[], { json, out: folder, ...input }: Options) => {
      const { score, rescore, termsOf } = await verbs.score();
      const terms = termsOf(input);
      if (terms === undefined && folder !== undefined)
        throw new UserError(
          '--out is for scores under other terms',
          'Name some: --cap-usd, --cap-tokens, --cap-wall, --weights, --lambda.',
        );
      done(
        terms === undefined ? score(runs, { json }, out, cwd) : rescore(runs, terms, { json, out: folder }, out, cwd),
      );
    });
}
