import { isBuiltin } from 'node:module';
import semver from 'semver';
import { type LackSource, readLackEvidence } from './read_lack_evidence.js';

import data from './tool_features.json' with { type: 'json' };

/** Sign in the output of a program that it needs other versions of its tool, with the range of those that it needs. */
interface ToolFeature {
  /** Pattern of the printed text; the whole match is the evidence. */
  sign: RegExp;
  /** Versions that know it. */
  needs: string;
}

/** Signs by tool, from `data/tool_features.yml`. */
const TOOL_FEATURES: Readonly<Record<string, readonly ToolFeature[]>> = compileSigns(data.features);

/** Forms in which package managers and programs state the versions that they need; the first group is the range. */
const STATED_RANGES = compileSigns<{ sign: string; flags?: string }>(data.stated);

function compileSigns<T extends { sign: string; flags?: string }>(lists: Record<string, T[]>) {
  return Object.fromEntries(
    Object.entries(lists).map(([tool, list]) => [
      tool,
      list.map((each) => ({ ...each, sign: new RegExp(each.sign, `m${each.flags ?? ''}`) })),
    ]),
  );
}

/** Most characters of the evidence. */
const MAX_EVIDENCE = 120;
/** Programs that run TypeScript themselves. */
const TRANSPILER = /\b(?:tsx|swc|swc-node|esbuild|sucrase|babel|tsm|jiti|vite-node|ts-node)\b/;

/**
 * Finds out that tests need another version of a tool than this machine has, by what they printed: a version that is
 * stated, a module, a function, an option or a syntax that the tool does not know yet, or no more.
 *
 * @param tools versions by tool
 * @returns one sentence; undefined if nothing shows it
 */
export function findToolLack(output: LackSource, tools: Readonly<Record<string, string>>): string | undefined {
  const plain = readLackEvidence(output);
  const command = output.execution?.command ?? '';
  for (const [tool, version] of Object.entries(tools)) {
    const need =
      findStatedRange(tool, version, plain) ??
      findFeature(tool, version, plain) ??
      (tool === 'node' ? findOtherNode(version, plain, command) : undefined) ??
      (tool === 'python3' ? findPinnedPython(version, plain) : undefined);
    if (need === undefined) continue;
    const evidence = need.evidence.replace(/\s+/g, ' ').trim();
    const shown = evidence.length > MAX_EVIDENCE ? `${evidence.slice(0, MAX_EVIDENCE)}…` : evidence;
    return `tool "${tool}" is version ${version}, the tests need ${need.needs}: ${shown.toWellFormed()}`;
  }
  return undefined;
}

interface FoundLack {
  needs: string;
  evidence: string;
}

function findStatedRange(tool: string, version: string, text: string): FoundLack | undefined {
  for (const { sign } of STATED_RANGES[tool] ?? []) {
    for (const [evidence, stated] of text.matchAll(new RegExp(sign, `g${sign.flags}`))) {
      const needs = readRange(stated!);
      if (needs !== undefined && !semver.satisfies(version, needs)) return { needs, evidence };
    }
  }
  return undefined;
}

/** Reads a range as programs write it: `^20.19 || >=22.12`, `20.19+ or 22.12+`, `v22.13`, `>=3.12,<4`. */
function readRange(stated: string): string | undefined {
  const text = stated
    .replace(/\bor\b/g, '||')
    .replaceAll(',', ' ')
    .replace(/(^|[\s|])v?(\d+(?:\.\d+)*)\+/g, '$1>=$2')
    .replace(/[\s.|]+$/, '')
    .trim();
  const lowest = /^v?(\d+(?:\.\d+){0,2})$/.exec(text)?.[1];
  const range = lowest === undefined ? text : `>=${lowest}`;
  return semver.validRange(range) === null ? undefined : range;
}

function findFeature(tool: string, version: string, text: string): FoundLack | undefined {
  for (const { sign, needs } of TOOL_FEATURES[tool] ?? []) {
    if (semver.satisfies(version, needs)) continue;
    const [evidence] = sign.exec(text) ?? [];
    if (evidence !== undefined) return { needs, evidence: evidence.split('\n').at(-1)! };
  }
  return undefined;
}

/** Finds a package whose pinned version pip left out for the version of Python; other versions may suit it. */
function findPinnedPython(version: string, text: string): FoundLack | undefined {
  const pinned = [...text.matchAll(/satisfies the requirement [\w.[\],-]{1,100}==([\w.!+-]{1,60})(?=[\s;(]|$)/g)];
  const ignored = text.matchAll(/require a different python version: ([^\n]+)/gi);
  for (const [evidence, stated, range] of [...ignored]
    .flatMap(([, list]) => [...list!.matchAll(/(?<=^|; ?)([\w.!+-]+) Requires-Python ([<>=!~.,\d* ]{1,80})/g)])
    .map(([whole, stated, range]) => [whole, stated, readRange(range!)] as const)) {
    if (range === undefined || semver.satisfies(version, range)) continue;
    if (pinned.some(([, one]) => one === stated)) return { needs: range, evidence };
  }
  return undefined;
}

/** Finds signs of another Node.js whose version no table holds: modules, exports and options that it does not know. */
function findOtherNode(version: string, text: string, command: string): FoundLack | undefined {
  const [typed] = /Unknown file extension "\.[cm]?tsx?"/.exec(text) ?? [];
  if (typed !== undefined) {
    // ts-node cannot load modules since then.
    if (/\bts-node\b/.test(`${command}\n${text}`))
      return semver.satisfies(version, '<18.19') ? undefined : { needs: '<18.19', evidence: typed };
    if (!TRANSPILER.test(command) && !semver.satisfies(version, '>=22.18'))
      return { needs: '>=22.18', evidence: typed };
  }
  const [evidence] = /No such built-in module: node:[\w/]{1,60}|\bbad option: --[\w-]{1,60}/.exec(text) ?? [];
  if (evidence !== undefined) return { needs: 'another one', evidence };
  for (const [line, module] of text.matchAll(
    /The requested module '([\w:/]{1,60})' does not provide an export[^\n]{0,80}/g,
  ))
    if (isBuiltin(module!)) return { needs: 'another one', evidence: line };
  return undefined;
}
