import type { NodePackage } from './runners/node_package.js';
import { createBinPath } from './runners/runner_call.js';
import { selectScripts } from './select_scripts.js';

const MAX_DEPTH = 5;
/** Verbs of managers, which are no programs. */
const VERBS = new Set(
  (
    'add audit bin cache ci config constraints create dedupe deploy dlx exec explain fetch i import info init ' +
    'install link list login ls npm node outdated pack patch plugin prune publish rebuild recursive remove run set ' +
    'stage start store test unlink unplug up update upgrade version versions why workspace workspaces'
  ).split(' '),
);

/** Steps that call a manager in another way, use variables of npm, or change the shell for the steps after them. */
const NEEDS_OWN_SHELL = /\b(?:yarn|pnpm)\b|npm_|^(?:cd|export|set|unset|exit|exec|eval|source|\.|!)(?: |$)|^\w+=\S*$/;

/**
 * Writes the command that runs a script: `npm run NAME`. A script that calls others by yarn or pnpm is written out,
 * since the manager may be there for the installation alone.
 */
export function renderScriptRun(nodePackage: NodePackage, name: string): string {
  return listCommands(nodePackage, name, 0)?.join(' && ') ?? `npm run ${name}`;
}

/** Lists the commands of a script; undefined if it cannot be written out. */
function listCommands(nodePackage: NodePackage, name: string, depth: number): string[] | undefined {
  const { scripts, folder, workspace } = nodePackage;
  const parts = [`pre${name}`, name, `post${name}`].filter((one) => Object.hasOwn(scripts, one));
  const texts = parts.map((part) => scripts[part]!);
  if (!texts.some((text) => /\b(?:yarn|pnpm) /.test(text))) return [`npm run ${name}`];
  if (depth >= MAX_DEPTH || texts.some((text) => /[|;<>()`$\n\\]|(?<!&)&(?!&)/.test(maskQuotes(text))))
    return undefined;
  const commands: string[] = [];
  for (const command of texts.flatMap(splitSteps)) {
    const selected = selectByPattern(command, scripts);
    const [, scriptName, further = ''] =
      /^(?:yarn|pnpm) (?:run )?(?!run\b)([\w@][\w@:./-]*)((?: .*)?)$/.exec(command) ?? [];
    const isScript = scriptName !== undefined && Object.hasOwn(scripts, scriptName);
    if (isScript && further !== '') commands.push(`npm run ${scriptName} --${further}`);
    else if (isScript || selected.length > 0) {
      const inner = (isScript ? [scriptName] : selected).map((one) => listCommands(nodePackage, one, depth + 1));
      if (inner.includes(undefined)) return undefined;
      commands.push(...inner.flatMap((lines) => lines ?? []));
    } else if (scriptName === undefined ? NEEDS_OWN_SHELL.test(command) : VERBS.has(scriptName)) return undefined;
    else
      commands.push(`${createBinPath(folder, workspace)} ${scriptName === undefined ? command : scriptName + further}`);
  }
  return commands;
}

/** Selects the scripts that pnpm runs for a step with a pattern: `pnpm run "/^build:/"`. */
function selectByPattern(command: string, scripts: NodePackage['scripts']): string[] {
  const [, , pattern] = /^pnpm (?:run )?(["']?)(\/\S+\/)\1$/.exec(command) ?? [];
  return pattern === undefined ? [] : selectScripts(pattern, Object.keys(scripts));
}

/** Splits a script at each `&&` that is not quoted. */
function splitSteps(text: string): string[] {
  const ends = [...maskQuotes(text).matchAll(/&&/g)].map(({ index }) => index);
  return [...ends, text.length].map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1]! + 2, end).trim());
}

/** Masks what is quoted, and keeps the length. */
const maskQuotes = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, (quoted) => 'q'.repeat(quoted.length));
