import fc from 'fast-check';
import { addJsonEntries, removeJsonEntries } from '../../../../src/commands/guard/install/add_json_entries.js';
import { createHookSettings } from '../../../../src/commands/guard/install/create_hook_settings.js';

const WORDS = ['/opt/node', '/opt/gate bench/index.js', 'guard', '--hook'];
const settingsOf = (client: 'claude-code' | 'cursor') => createHookSettings(client, [...WORDS, client]);

const added = (text: string | undefined, client: 'claude-code' | 'cursor' = 'claude-code') =>
  addJsonEntries(text, 'settings.json', settingsOf(client));
const removed = (text: string, client: 'claude-code' | 'cursor' = 'claude-code') =>
  removeJsonEntries(text, 'settings.json', settingsOf(client));

/** Texts of people: comments, trailing commas, other hooks, other line ends. */
const TEXTS = [
  '{}',
  '{}\n',
  '{ }\n',
  '{\n}\n',
  '{"a":1}',
  '{"a":1,}',
  '{"hooks":{}}',
  '{"hooks":{"PreToolUse":[]}}',
  '{"hooks":{"PreToolUse":[ ]},"b":2}',
  '{"version":1,"hooks":{"preToolUse":[{"command":"x"}]}}',
  '{\n  // mine\n  "model": "x", /* and */\n  "hooks": {\n    "PreToolUse": [\n      {"matcher": "Bash", "hooks": []},\n    ],\n  },\n}\n',
  '{\r\n\t"hooks": {\r\n\t\t"Stop": [{}]\r\n\t}\r\n}\r\n',
  '\uFEFF{"x": "a // no comment"}\n',
];

describe('adding a hook to a file of settings', () => {
  it.each(TEXTS)('to %j keeps everything else, and removing it gives the same bytes', (text) => {
    for (const client of ['claude-code', 'cursor'] as const) {
      const edited = added(text, client);
      expect(edited).toContain(`guard --hook ${client}`);
      expect(added(removed(edited, client), client)).toBe(edited);
      expect(removed(edited, client)).toBe(text);
    }
  });

  it('to JSON of any shape keeps its value and is taken back', () => {
    const value = fc.dictionary(fc.constantFrom('a', 'hooks2', 'permissions'), fc.jsonValue({ maxDepth: 2 }));
    const hooks = fc.option(
      fc.record({ PreToolUse: fc.array(fc.dictionary(fc.string(), fc.string())) }, { requiredKeys: [] }),
    );
    fc.assert(
      fc.property(value, hooks, fc.constantFrom(undefined, 1, 2, '\t'), (rest, given, indent) => {
        const text = JSON.stringify(given ? { ...rest, hooks: given } : rest, null, indent);
        const edited = added(text);
        const { hooks: after, ...kept } = JSON.parse(edited) as { hooks: { PreToolUse: unknown[] } };
        expect(kept).toEqual(JSON.parse(JSON.stringify(rest)));
        expect(after.PreToolUse.slice(0, -1)).toEqual(given?.PreToolUse ?? []);
        expect(removed(edited)).toBe(text);
      }),
    );
  });

  it('makes a file of its own, which goes again', () => {
    for (const client of ['claude-code', 'cursor'] as const)
      expect(removed(added(undefined, client), client)).toBe(undefined);
  });

  it('quotes the words of the command for a shell', () => {
    expect(added(undefined)).toContain(`"/opt/node '/opt/gate bench/index.js' guard --hook claude-code || exit 2"`);
  });

  it('leaves hooks of others, and of other clients, when it is removed', () => {
    const text =
      '{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"type":"command","command":"x guard --hook codex"}]}]}}';
    expect(removed(text)).toBe(text);
  });

  it.each([
    ['', 'settings.json:1:1  is not JSON: a value is missing'],
    ['{"a":1', 'settings.json:1:7  is not JSON: "}" or "," is missing'],
    ['{"a":tru}', 'settings.json:1:6  is not JSON: a value is missing'],
    ['{} {}', 'settings.json:1:4  is not JSON: something follows the value'],
    ['{a: 1}', 'settings.json:1:2  is not JSON: a name is missing'],
    ['[]', 'settings.json: is no object of JSON'],
    ['{"hooks":[]}', 'settings.json: "hooks" is no object'],
    ['{"hooks":{"PreToolUse":{}}}', 'settings.json: "hooks.PreToolUse" is no list'],
    ['['.repeat(200), 'is not JSON: it is nested too deeply'],
  ])('refuses %j with one error', (text, problem) => {
    expect(() => added(text)).toThrow(problem);
  });
});
