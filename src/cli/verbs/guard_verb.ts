import { InvalidArgumentError } from 'commander';
import { choice, FLAG, LIST, TEXT } from '../../commands/options/option_spec.js';
import { verbs } from '../../engine/verbs.js';
import type { Verb } from '../options/verb.js';

interface GuardValues {
  trust: number;
  level: 'workspace' | 'strict';
  rules?: string[];
  session: boolean;
  list: boolean;
}

/** Verb that judges commands by the guardrails. */
export const guardVerb: Verb = {
  name: 'guard',
  help: 'judge commands, edits and plans by the guardrails: one JSON object per line in, one per line out',
  options: [
    {
      flag: '-t, --trust <level>',
      kind: TEXT,
      parse: parseTrustLevel,
      help: 'trust level of who asks, 0 to 4',
      default: 2,
    },
    {
      flag: '--level <level>',
      kind: choice('workspace', 'strict'),
      help: "workspace: the files are the agent's own; strict: a person's machine, nothing that cannot be undone",
      default: 'workspace',
    },
    { flag: '--rules <file>', kind: LIST, help: 'further rules (YAML); may be repeated' },
    { flag: '--session', kind: FLAG, help: 'remember what earlier lines have written or downloaded' },
    { flag: '--list', kind: FLAG, help: 'print the rules and judge nothing' },
  ],
  more:
    'Lines: {"command": "…"}, {"text": "…"} or {"write": "path", "content": "…"}\nExample:\n  echo ' +
    `'{"command": "git push --force"}' | gatebench guard\nExit codes: 0 all lines were read · 2 some were not, ` +
    'or your mistake · 130 interrupted',
  async run({ rules = [], ...values }: GuardValues, { out, shell }) {
    const { judgeGuardRequests, readGuardRules, formatGuardRules } = await verbs.guard();
    if (values.list) {
      for (const line of formatGuardRules(readGuardRules(rules, shell.cwd))) out.log(line);
      return 0;
    }
    if (!shell.client) throw new InvalidArgumentError('there is no standard input here');
    const streams = { ...shell.client, printError: out.error, signal: out.signal };
    return judgeGuardRequests({ ...values, rules }, streams, shell.cwd);
  },
};

function parseTrustLevel(text: string): number {
  if (!/^[0-4]$/.test(text)) throw new InvalidArgumentError('must be 0, 1, 2, 3 or 4');
  return Number(text);
}
