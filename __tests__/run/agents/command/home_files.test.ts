import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { formatHomeFilesScript, homeFilesSchema } from '../../../../src/run/agents/command/home_files.js';
import {
  fillPlaceholders,
  hasModelNamePlaceholder,
  hasModelPlaceholder,
} from '../../../../src/run/agents/fill_placeholders.js';
import { itInFull } from '../../../extent.js';
import { cleanUp, givenRoom } from '../../../given.js';

afterAll(cleanUp);
const known = {
  model: { url: 'http://127.0.0.1:3130', token: "tok'en", name: 'm' },
  session: { root: '/work' },
  environment: { GATEBENCH_MCP_URL: 'http://127.0.0.1:3129/mcp', GATEBENCH_MCP_TOKEN: 'mcp' },
};
const inHome = (home: string, lines: string, run: string) =>
  execFileSync('/bin/sh', ['-c', `${lines}${run}`], { env: { HOME: home, PATH: process.env.PATH } }).toString();

describe('placeholders', () => {
  it('stand for what the stage knows; what the run does not have is empty', () => {
    const text =
      '{{model_url}}/v1 {{ model_token }} {{model}} {{workspace}} {{mcp_url}} {{mcp_token}} {{ other }} {{}}';
    const rest = ' {{ other }} {{}}';
    // Unknown names are refused when the file is read; here they would be a fault of ours.
    expect(fillPlaceholders(text.replace(rest, ''), known as never)).toBe(
      "http://127.0.0.1:3130/v1 tok'en m /work http://127.0.0.1:3129/mcp mcp",
    );
    expect(fillPlaceholders('[{{model}}{{mcp_url}}]', { ...known, model: undefined, environment: {} })).toBe('[]');
  });

  it('say whether a model is asked for, and whether by name', () => {
    expect(['{{workspace}}', '{{model_url}}', '{{model}}', 'model'].map(hasModelPlaceholder)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(['{{model_url}}', '{{model}}'].map(hasModelNamePlaceholder)).toEqual([false, true]);
  });
});

describe('files in the home of an agent', () => {
  itInFull('lie there before its command, byte for byte, whatever is in them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (content) => {
        // A shell passes no NUL on, and a YAML file holds none.
        const text = content.replaceAll('\0', '').replaceAll('{{', '');
        const home = givenRoom();
        inHome(home, formatHomeFilesScript({ '.tool/deep/settings.json': text }, known as never), 'true');
        expect(readFileSync(join(home, '.tool/deep/settings.json'), 'utf8')).toBe(text);
      }),
      { numRuns: 25 },
    );
  });

  it('have their placeholders filled, quotes included, and can be changed by the program', () => {
    const home = givenRoom();
    const lines = formatHomeFilesScript({ a: 'key={{model_token}}', '.b/c': '{{model}}' }, known as never);
    expect(inHome(home, lines, 'echo more >> "$HOME/a"; cat "$HOME/a" "$HOME/.b/c"')).toBe("key=tok'enmore\nm");
  });

  it.each([
    ['../out', 'must not lead out'],
    ['/etc/passwd', 'below the home'],
    ['a/../../b', 'must not lead out'],
    ['a b', 'below the home'],
    ['$(id)', 'below the home'],
    ['', 'below the home'],
  ])('%j is no place for one', (name, why) => {
    expect(homeFilesSchema.safeParse({ [name]: '' }).error?.message).toContain(why);
  });

  it('are small: they travel as an argument', () => {
    expect(homeFilesSchema.safeParse({ a: 'x'.repeat(65_536) }).success).toBe(true);
    expect(homeFilesSchema.safeParse({ a: 'x'.repeat(65_536), b: 'y' }).error?.message).toContain(
      'at most 65536 bytes',
    );
  });
});
