import type { Language, Reading } from '../deed.js';
import { readAwk } from './awk.js';
import { callValue, invoke } from './calls.js';
import { readCloudCalls } from './cloud_kits.js';
import type { CodeContext } from './code_context.js';
import { Effects } from './effects.js';
import { evaluate } from './expression.js';
import { bindGiven } from './given.js';
import { javascript } from './javascript.js';
import { multiplies } from './multiplying.js';
import { perl } from './perl.js';
import { php } from './php.js';
import { readPowershell } from './powershell.js';
import { python } from './python.js';
import { ruby } from './ruby.js';
import { MOST_TOKENS, scan } from './scan.js';
import type { Speech } from './speech.js';
import { readSql } from './sql.js';
import { readStatements } from './statements.js';
import { type Definition, Scope, type Value } from './value.js';
import { type Interpretation, inner, type Walk } from './walk.js';

/** Longer code is not read, in UTF-16 units. */
const MOST_CODE = 65_536;

const speeches: Partial<Record<Language, Speech>> = { python, javascript, perl, ruby, php };

const how: Interpretation = {
  evaluate,
  call: callValue,
  block: readStatements,
  code: (walk, code) => (walk.depth > 40 ? tooDeep(walk) : readStatements(inner(walk, tokensOf(walk, code)))),
};

/**
 * What code in a language would do, in words of the shell. Constant texts are put together, variables and the functions of the
 * code are followed, but nothing is run and no branch is decided: everything that could be done is a deed. Never throws.
 *
 * What has no program of the shell is told so:
 * - reading a file: `cat PATH` with a redirect that reads it; writing: `printf %s TEXT` with a redirect that writes it
 * - sending: `curl -X METHOD -d DATA URL`, files as `@PATH`, anything else that was read as input by a pipe; receiving: `curl URL`;
 *   a connection of its own: `nc HOST PORT`
 * - code that is not known: `eval UNKNOWN`; code from a file or from elsewhere: the interpreter with that file or input
 * - a shell on a connection: `nc -e /bin/sh`
 * - processes: `kill -SIGNAL PID`, all of them by what they are: `pkill UNKNOWN`
 * - databases: see `readSql`
 */
export function readCode(language: Exclude<Language, 'shell'>, code: string, context: CodeContext): Reading {
  if (code.length > MOST_CODE)
    return {
      deeds: [],
      problem: { kind: 'too-long', detail: `the ${language} code is longer than ${MOST_CODE} characters` },
    };
  const effects = new Effects(language, context, code);
  const speech = speeches[language];
  if (speech) follow(speech, code, effects);
  else if (language === 'sql') readSql(code, effects);
  else if (language === 'awk') readAwk(code, effects);
  else if (language === 'powershell') readPowershell(code, effects);
  return { deeds: effects.deeds, ...(effects.problem && { problem: effects.problem }) };
}

function follow(speech: Speech, code: string, effects: Effects): void {
  const definitions: Definition[] = [];
  const tokens = scan(code, speech.lexis);
  if (tokens.length >= MOST_TOKENS) {
    effects.fail('too-much', `the code has more than ${MOST_TOKENS} words`);
    return;
  }
  if (multiplies(tokens)) effects.deed('fork-bomb', []);
  readCloudCalls(tokens, effects);
  const scope = new Scope();
  bindGiven(effects.source, scope, effects.given);
  const walk: Walk = {
    speech,
    effects,
    scope,
    tokens,
    at: 0,
    end: tokens.length,
    depth: 0,
    definitions,
    answers: [],
    calling: new Set(),
    how,
  };
  const last = readStatements(walk);
  if (effects.given.printsLast) effects.prints([last]);
  const mentions = new Map<string, number>();
  for (const token of tokens) if (token.kind === 'name') mentions.set(token.text, (mentions.get(token.text) ?? 0) + 1);
  // What nothing calls by its name may be called otherwise, unless its name stands nowhere else.
  for (let index = 0; index < definitions.length && effects.problem === undefined; index++) {
    const definition = definitions[index]!;
    if (
      !definition.called &&
      (definition.name === undefined || (mentions.get(definition.name) ?? 0) > 1 || definition.parameters[0] === 'self')
    )
      invoke(walk, definition, []);
  }
}

function tokensOf(walk: Walk, code: string): Walk['tokens'] {
  walk.effects.step(Math.ceil(code.length / 4));
  return scan(code, walk.speech.lexis);
}

function tooDeep(walk: Walk): Value {
  walk.effects.fail('too-deep', 'code in code is nested too deeply');
  return { kind: 'unknown' };
}
