import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseYaml } from '../../src/contract/input/parse_yaml.js';
import { createGuard } from '../../src/guard/create_guard.js';
import { guardRuleFileSchema } from '../../src/guard/rules/guard_rule.js';
import { analyseText } from '../../src/guard/text/analyse_text.js';
import { compileLexicon, getObjectClass, phraseRules } from '../../src/guard/text/find_phrases.js';
import { forms, vocabulary } from '../../src/guard/vocabulary/vocabulary.js';

const parse = <S extends z.ZodType>(text: string, path: string, schema: S) => parseYaml(text, path, schema).value;
const read = <S extends z.ZodType>(path: string, schema: S) => parse(readFileSync(path, 'utf8'), path, schema);
const files = (folder: string) => readdirSync(folder).map((name) => `${folder}/${name}`);
const examples = z.object({ matches: z.array(z.string()), passes: z.array(z.string()) });

const { words } = read('data/guard/words.yml', z.object({ words: z.record(z.string(), z.array(z.string())) }));

it.each(files('data/guard/rules'))('%s has the format of the rule files of contracts', (path) => {
  // One word stands for the others of its list, so that the places in messages are right but for the column.
  const text = readFileSync(path, 'utf8').replaceAll(/\$([a-z-]+)(?=[,\]])/g, (_, name: string) =>
    JSON.stringify(words[name]?.[0] ?? name),
  );
  expect(parse(text, path, guardRuleFileSchema).rules.length).toBeGreaterThan(0);
});

it('every expression of the vocabulary is one', () => {
  for (const table of [forms, vocabulary.codeSigns, vocabulary.textForms])
    for (const form of Object.values(table)) expect(form).toBeInstanceOf(RegExp);
});

const phrases = files('data/guard/phrases').flatMap(
  (path) => read(path, z.object({ rules: z.array(z.object({ id: z.string(), examples })) })).rules,
);

it.each(phrases.map((rule) => [rule.id, rule] as const))('%s: its phrases behave as its examples say', (id, rule) => {
  const broken = (text: string) => analyseText(text).findings.map((found) => found.id);
  expect(rule.examples.matches.filter((text) => !broken(text).includes(id))).toEqual([]);
  expect(rule.examples.passes.filter((text) => broken(text).length > 0)).toEqual([]);
});

it.each(phrases.map((rule) => [rule.id, rule] as const))('%s: every phrase has an example', (id, rule) => {
  const { phrases: all, ...shipped } = phraseRules.find((one) => one.id === id)!;
  const idle = all.filter(
    (phrase) =>
      !rule.examples.matches.some((text) =>
        analyseText(text, [{ ...shipped, id: 'alone', phrases: [phrase] }]).findings.some(
          (found) => found.id === 'alone',
        ),
      ),
  );
  expect(idle).toEqual([]);
});

it('phrases name only classes of objects that exist', () => {
  expect(compileLexicon(phraseRules).size).toBeGreaterThan(500);
  const named = phraseRules.flatMap(({ phrases: all }) =>
    all.flatMap(({ objects, with: required = [], without = [] }) => [...objects, ...required, ...without]),
  );
  expect(
    named.flatMap((text) => /^<(.*)>$/.exec(text)?.[1] ?? []).filter((name) => getObjectClass(name) === undefined),
  ).toEqual([]);
});

it('data/guard/services.yml: services are not ended, other programs are', () => {
  const { examples: shown } = read('data/guard/services.yml', z.object({ examples }));
  const rule = (command: string) => {
    const answer = createGuard().judge({ command }, { trust: 2 });
    return answer.verdict === 'deny' ? answer.rule : undefined;
  };
  expect(shown.matches.map(rule)).toEqual(shown.matches.map(() => 'kill-service'));
  expect(shown.passes.map(rule)).toEqual(shown.passes.map(() => undefined));
});
