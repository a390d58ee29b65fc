import { InvalidArgumentError } from 'commander';
import { FLAG, LIST, TEXT } from '../../commands/options/option_spec.js';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../options/cli_context.js';
import { pickOption, type Verb, type VerbOption } from '../options/verb.js';

interface GuardValues {
  trust: number;
  level?: 'workspace' | 'strict';
  rules?: string[];
  session: boolean;
  list: boolean;
  hook?: string;
  log?: string;
  project_settings: boolean;
}

interface InstallValues {
  client: string;
  project?: string;
  user: boolean;
  level?: 'workspace' | 'strict';
  log?: string;
  trust_project_settings: boolean;
  yes: boolean;
}

const LOG: VerbOption = {
  flag: '--log <file>',
  kind: TEXT,
  help: 'with a hook, append one line per judged call to this file, without secrets',
};
const LEVEL: VerbOption = {
  flag: '--level <level>',
  kind: { type: 'choice', choices: ['workspace', 'strict'] },
  help: "workspace: the files are the agent's own (default); strict: nothing that cannot be undone (hooks' default)",
};
const SCOPE: readonly VerbOption[] = [
  pickOption('project', { help: 'for the project in this folder alone', conflicts: ['--user'] }),
  { flag: '--user', kind: FLAG, help: 'for all projects of yours (default)' },
  pickOption('yes', { help: 'write the change without a question' }),
];
const CLIENT = ['<client>', 'claude-code, codex, gemini, copilot, opencode or cursor'] as const;

const installVerb: Verb = {
  name: 'install',
  help: 'let a coding agent ask the guard before each of its tool calls: show the change of its settings, and make it',
  args: [CLIENT],
  options: [
    ...SCOPE,
    LEVEL,
    LOG,
    {
      flag: '--trust-project-settings',
      kind: FLAG,
      help: 'let .gatebench/guard.yml of whatever project allow rules and set a lower level, too',
    },
  ],
  more: 'Example:\n  gatebench guard install claude-code\nExit codes: 0 installed · 1 not wished · 2 your mistake',
  async run({ client, project, level, log, yes, trust_project_settings }: InstallValues, { out, shell }) {
    const { installGuardHook } = await verbs.guard();
    const options = { client, project, level, log, yes, trust_project_settings };
    return installGuardHook(options, readInstallationPlace(shell), out);
  },
};

const uninstallVerb: Verb = {
  name: 'uninstall',
  help: 'take the guard out of a coding agent: exactly what `install` wrote',
  args: [CLIENT],
  options: SCOPE,
  more: 'Example:\n  gatebench guard uninstall claude-code\nExit codes: 0 removed · 1 not wished · 2 your mistake',
  async run({ client, project, yes }: InstallValues, { out, shell }) {
    const { uninstallGuardHook } = await verbs.guard();
    return uninstallGuardHook({ client, project, yes }, readInstallationPlace(shell), out);
  },
};

/** Answers a hook. The command line has come here on a longer way than clients do. */
async function answerHook(client: string, values: GuardValues, { out, shell }: Omit<CliContext, 'finish'>) {
  const { runHook } = await verbs.guard();
  const { level, log, project_settings } = values;
  const argv = ['--hook', client, ...(level ? ['--level', level] : []), ...(log ? ['--log', log] : [])];
  if (project_settings) argv.push('--project-settings');
  const { stdout, stderr, exit_code } = await runHook(argv, {
    input: shell.client!.input,
    cwd: shell.cwd,
    variable: (name) => (name === 'HOME' ? shell.home : out.variable?.(name)),
    now: () => new Date(),
  });
  if (stderr !== '') out.error(stderr.trimEnd());
  shell.client!.output.write(stdout);
  return exit_code;
}

function readInstallationPlace({ cwd, home, program }: CliContext['shell']) {
  if (!program) throw new InvalidArgumentError('this program does not know its own place');
  return { cwd, home, program };
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
    { flag: '--rules <file>', kind: LIST, help: 'further rules (YAML); may be repeated' },
    { flag: '--session', kind: FLAG, help: 'remember what earlier lines have written or downloaded' },
    { flag: '--list', kind: FLAG, help: 'print the rules and judge nothing' },
    {
      flag: '--hook <client>',
      kind: TEXT,
      help: 'answer one call of a coding agent; beside it only --level, --log and --project-settings',
    },
    { flag: '--project-settings', kind: FLAG, help: 'with a hook, let the file of the project allow rules, too' },
    LEVEL,
    LOG,
  ],
  verbs: [installVerb, uninstallVerb],
  more:
    'Lines: {"command": "…"} (with "folder", "workspace"), {"text": "…"} or {"write": "path", "content": "…"}\n' +
    `Example:\n  echo '{"command": "git push --force"}' | gatebench guard\n` +
    'Exit codes: 0 all lines were read · 2 some were not, or your mistake · 130 interrupted',
  async run({ rules = [], ...values }: GuardValues, { out, shell }) {
    const { judgeGuardRequests, readGuardRules, formatGuardRules } = await verbs.guard();
    if (values.list) {
      for (const line of formatGuardRules(readGuardRules(rules, shell.cwd))) out.log(line);
      return 0;
    }
    if (!shell.client) throw new InvalidArgumentError('there is no standard input here');
    if (values.hook !== undefined) return answerHook(values.hook, values, { out, shell });
    const streams = { ...shell.client, printError: out.error, signal: out.signal };
    const { level = 'workspace' } = values; // a hook's is strict
    return judgeGuardRequests({ ...values, level, rules }, streams, shell.cwd);
  },
};

function parseTrustLevel(text: string): number {
  if (!/^[0-4]$/.test(text)) throw new InvalidArgumentError('must be 0, 1, 2, 3 or 4');
  return Number(text);
}
