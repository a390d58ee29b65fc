import type { Contract } from '../../../contract/contract_schema.js';
import { type Invocation, UNKNOWN_VALUE } from '../../../guard/invocation.js';
import { readCommand } from '../../../guard/shell/read_command.js';
import { classifyCommand } from '../../../project/classify_command.js';
import { getCommandWords } from '../calls/command_facts.js';

/** Build or test run within a command line. */
export interface CommandCycle {
  kind: 'build' | 'test';
  /** The exit status of the whole line is that of the cycle; else how it ended is not known. */
  decides: boolean;
}

interface KnownCycle {
  kind: CommandCycle['kind'];
  /** Words of its simple commands. */
  commands: readonly (readonly string[])[];
}

/** Commands whose only matter is where the others run. */
const AUXILIARY_PROGRAMS = new Set(['cd', 'set', 'export', ':', 'true']);
/** Options with which a test runner runs no tests. */
const INFORMATIONAL_OPTIONS = new Set(['--help', '-h', '--version', '--list-tests', '--listTests', '--collect-only']);

/**
 * Creates a function that recognises builds and test runs: the contract's checks, the commands in its metadata, and
 * calls of the runners and build tools that repositories use.
 */
export function createCycleReader({
  metadata,
  build,
  acceptance,
}: Pick<Contract, 'metadata' | 'build' | 'acceptance'>): (
  deeds: readonly Invocation[],
  line: string,
) => CommandCycle | null {
  const checks = build === 'none' ? [] : build;
  const known_cycles = [
    ...[metadata.test_command, ...acceptance.map(({ run }) => run)].flatMap((line) => parseKnownCycle('test', line)),
    ...[metadata.build_command, ...checks.map(({ run }) => run)].flatMap((line) => parseKnownCycle('build', line)),
  ];
  return (deeds, line) => {
    const commands = deeds.map(getCommandWords);
    for (const { kind, commands: goal } of known_cycles) {
      const index = findLastMatch(commands, goal);
      if (index !== undefined) return { kind, decides: isDeciding(deeds, index, line) };
    }
    // Tests decide over a build of the same line.
    const kinds = commands.map(classifyCommand);
    const kind = kinds.includes('test') ? 'test' : 'build';
    const index = kinds.lastIndexOf(kind);
    return index === -1 ? null : { kind, decides: isDeciding(deeds, index, line) };
  };
}

function parseKnownCycle(kind: KnownCycle['kind'], line: string | undefined): KnownCycle[] {
  if (line === undefined) return [];
  const commands = readCommand(line)
    .invocations.map((deed) => getCommandWords(deed).filter((word) => !word.includes(UNKNOWN_VALUE)))
    .filter(([program]) => program !== undefined && !AUXILIARY_PROGRAMS.has(program));
  return commands.length === 0 ? [] : [{ kind, commands }];
}

/** Finds the position of the last wanted command, if all occur in their order. */
function findLastMatch(
  commands: readonly (readonly string[])[],
  wanted: readonly (readonly string[])[],
): number | undefined {
  let next = 0;
  let last: number | undefined;
  for (const [index, words] of commands.entries()) {
    const goal = wanted[Math.min(next, wanted.length - 1)]!;
    if (!isSameCommand(words, goal)) continue;
    next += 1;
    if (next >= wanted.length) last = index;
  }
  return last;
}

/** Returns true for the same command with at most further options. */
function isSameCommand(words: readonly string[], wanted: readonly string[]): boolean {
  const rest = words.slice(wanted.length);
  return (
    wanted.every((word, i) => words[i] === word) &&
    (rest[0] ?? '-').startsWith('-') &&
    !rest.some((word) => INFORMATIONAL_OPTIONS.has(word))
  );
}

/**
 * Returns true if the line's exit status is that of this command: no later command, negation or alternative changes it.
 */
function isDeciding(deeds: readonly Invocation[], index: number, line: string): boolean {
  const { program, captured } = deeds[index]!;
  if (captured || /\|\||(?:^|[\s;&|({])!\s|&\s*$/.test(line)) return false;
  // What a task runner runs is part of it.
  return deeds.slice(index + 1).every(({ wrappers: via }) => via.includes(program));
}
