#!/usr/bin/env node
/**
 * Compiles data/, and the version in package.json, to the JSON modules that src/ imports: a bundle reads no files.
 *
 * The bytes depend on data/ and the version only. This checks the shape of the files; the tests check each rule by the schema of rule
 * files and by its examples.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from './terminal/read-command-line.mjs';

const { values } = readCommandLine({
  name: 'compile-data',
  command: 'node scripts/compile-data.mjs',
  purpose: 'Compiles data/ and the version in package.json to the JSON modules of src/.',
  options: {
    check: { help: 'write nothing, and name the modules that differ' },
    root: { value: 'FOLDER', help: 'another repository than this one' },
  },
  exit: '0 compiled, or the same with --check; 1 a mistake in data/, or a difference.',
  example: 'node scripts/compile-data.mjs --check',
});
// Packages are loaded when there is work for them: --help is quick.
const { LineCounter, parseDocument } = await import('yaml');
const { z } = await import('zod');
const root = resolve(values.root ?? join(dirname(fileURLToPath(import.meta.url)), '..'));

const words = z.array(z.string().min(1)).min(1);
const stems = z.array(z.string().regex(/^[a-z][a-z-]*$/)).min(1);
const id = z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be small letters, digits and "-"');
const file = (shape) => z.strictObject({ schema: z.literal(1), ...shape });
const rule = (shape, example) =>
  z.strictObject({
    id,
    category: z.string(),
    severity: z.enum(['catastrophic', 'severe', 'risky']),
    code: z.enum(['destructive_operation_blocked', 'credential_file_protected']).optional(),
    explanation: z.string().min(10).max(300),
    ...shape,
    examples: z.strictObject({ matches: z.array(example).min(1), passes: z.array(example).min(1) }),
  });
const condition = z
  .record(z.string(), z.unknown())
  .refine((one) => Object.keys(one).length > 0, 'a condition that says nothing would match everything');
/** Words of one text, between white space. */
const wordText = z.string().transform((text) => text.trim().split(/\s+/));
/** Words of one text, each with its alternatives: `CREATE USER|ROLE`. */
const alternatives = wordText.transform((each) => each.map((word) => word.split('|')));
/** Rows that say of which names they are, as one table by name. */
const byName = (shape) =>
  z.array(z.strictObject({ of: words, ...shape })).transform((rows, ctx) => {
    const names = rows.flatMap(({ of }) => of);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) ctx.addIssue({ code: 'custom', message: `"${twice}" has two rows` });
    return Object.fromEntries(rows.flatMap(({ of, ...row }) => of.map((name) => [name, row])));
  });
/** Rows of programs with options that hold code, or another value, as a table by name with their grammar of options. */
const byCode = (shape) =>
  byName({ code: wordText.optional(), values: wordText.optional(), ...shape }).transform((table) =>
    Object.fromEntries(
      Object.entries(table).map(([name, { values = [], ...row }]) => {
        const valued = [...values, ...(row.code ?? [])];
        const [short, long] = [1, 2].map((size) => valued.filter((option) => Math.min(option.length, 2) === size));
        return [name, { short: short.join(''), long, ...row }];
      }),
    ),
  );
/** Lexical rules of a language. */
const lexer = z.strictObject({
  comment: words,
  block_comment: z.tuple([z.string(), z.string()]).optional(),
  sigils: z.string(),
  interpolation: z.enum(['f_string', 'template', 'hash', 'dollar', 'none']),
  triple: z.boolean(),
  single_escapes: z.boolean(),
  quoting: z.enum(['none', 'q', 'percent']),
  heredoc: z.enum(['perl', 'php', 'ruby']).optional(),
  patterns: z.boolean(),
  lines: z.enum(['indent', 'statements', 'none']),
});
/** Names of calls by what they do, as what they do by their name; actions with conditions stand before the others. */
const calls = z.record(z.string(), wordText).transform((rows, ctx) => {
  const actions = new Map();
  for (const [action, names] of Object.entries(rows))
    for (const name of names) {
      const previous = actions.get(name);
      if (previous !== undefined && !previous.split(' | ').at(-1).startsWith('if-'))
        ctx.addIssue({ code: 'custom', message: `"${name}" does two things` });
      actions.set(name, previous === undefined ? action : `${previous} | ${action}`);
    }
  return Object.fromEntries(actions);
});
const getopt = {
  short: z.string().optional(),
  long: wordText.optional(),
  optional: z.string().optional(),
  permuted: z.literal(true).optional(),
};
const effect = z.enum(['reads', 'writes', 'deletes', 'moves', 'changes']);
const phrase = z.strictObject({
  verbs: words,
  objects: words.optional(),
  with: words.optional(),
  without: words.optional(),
  // From this trust level on the command may be run, and so it may be announced.
  trust: z.int().min(1).max(4).optional(),
});
const schemas = {
  order: file({ rules: stems, phrases: stems }),
  words: file({ words: z.record(z.string().regex(/^[a-z][a-z-]*$/), words) }),
  services: file({
    names: words,
    ports: z.record(z.string(), z.string()),
    examples: z.strictObject({ matches: words, passes: words }),
  }),
  rules: file({
    rules: z
      .array(
        rule(
          {
            trust: z.int().min(1).max(4).optional(),
            level: z.enum(['workspace', 'strict']).optional(),
            spares: z.array(z.enum(['own-data', 'own-act'])).optional(),
            match: z.array(condition).min(1),
          },
          z.union([z.string(), z.record(z.string(), z.string())]),
        ),
      )
      .min(1),
  }),
  phrases: file({ rules: z.array(rule({ phrases: z.array(phrase).min(1) }, z.string())).min(1) }),
  arguments: file({
    grammars: byName({
      short: z.string().optional(),
      long: wordText.optional(),
      single: z.literal(true).optional(),
      whole: z.literal('signal').optional(),
    }),
    aliases: z
      .record(z.string(), words)
      .transform((rows) =>
        Object.fromEntries(Object.entries(rows).flatMap(([name, of]) => of.map((one) => [one, name]))),
      ),
    git_options: z.record(z.string(), wordText),
    dry_runs: byName({ flags: wordText }),
    help: wordSets('leading none verbs one_dash switches'),
    roles: byName({
      each: effect.optional(),
      last: effect.optional(),
      skip: z.int().optional(),
      unless: wordText.optional(),
      options: z.record(z.string(), effect).optional(),
      keyed: z.record(z.string(), effect).optional(),
      with: z.array(z.strictObject({ flags: wordText, each: z.union([effect, z.literal('none')]) })).optional(),
    }),
  }),
  programs: file({
    words: wordSets(
      `fetchers network_clients copiers killers keepers root_wrappers script_runners machine_programs tree_commands
        closed_options body_options package_verbs silent risky non_runners filters`,
    ),
    interpreters: byName({
      ...getopt,
      language: z.enum(['python', 'javascript', 'perl', 'ruby', 'php', 'awk', 'sql']),
      code: wordText.optional(),
      files: wordText.optional(),
      module: wordText.optional(),
      operands: z.enum(['code', 'database then code', 'database then files', 'no code']).optional(),
      checks: wordText.optional(),
      usual: wordText.optional(),
    }),
    consoles: byName({
      ...getopt,
      after: wordText,
      language: z.enum(['python', 'ruby', 'php']),
      code: wordText.optional(),
      operands: z.literal('code').optional(),
    }),
    wrappers: byName({
      ...getopt,
      skip: z.int().optional(),
      assigns: z.literal(true).optional(),
      folder: wordText.optional(),
      code: wordText.optional(),
      own: z.literal(true).optional(),
      joined: z.literal(true).optional(),
    }),
    runners: byCode({
      after: wordText.optional(),
      skip: z.int().optional(),
    }),
    small_languages: byCode({
      dialect: z.string().optional(),
      operands: z.literal('code').optional(),
      ignores: z.array(z.string().refine(isPattern, 'must be a regular expression')).optional(),
      does: z.record(z.string(), z.array(z.string().refine(isPattern, 'must be a regular expression'))).optional(),
    }),
    code_variables: byName({ variables: wordText }),
    git_variables: wordText,
    git_code: byCode({}),
    code_options: byName({
      ...getopt,
      code: wordText.optional(),
      pattern: z.string().refine(isPattern, 'must be a regular expression').optional(),
      operands: z.literal('code').optional(),
      unless: wordText.optional(),
      does: z.record(z.string(), z.array(z.string().refine(isPattern, 'must be a regular expression'))).optional(),
    }),
    formats: byName({
      ...getopt,
      prefix: z.string().optional(),
      names: wordText.optional(),
      unread: z.string().refine(isPattern, 'must be a regular expression').optional(),
    }),
    getopt: byName(getopt),
    shell_variables: z.record(z.string(), z.string()),
    make_variables: z.record(z.string(), z.string()),
    escapes: z.record(z.string(), z.string()),
    character_classes: z.record(z.string(), z.string()),
    candidates: byName({ only: wordText.optional() }),
  }),
  clients: file({
    creations: byName({ destroys: pattern(), maker: z.string(), makes: pattern() }),
    words: wordSets('destroys others local project'),
    own: wordSets('endpoints environments stages databases addresses'),
    clients: byName({
      verbs: wordText.optional(),
      nouns: wordText.optional(),
      spares: words.optional(),
      words: z.int().min(1).optional(),
    }),
  }),
  languages: file({
    languages: z.record(
      z.enum(['python', 'javascript', 'perl', 'php', 'ruby', 'other']),
      z.strictObject({
        lexer,
        program: z.string(),
        blocks: z.enum(['indent', 'braces', 'end']),
        member_operators: words,
        concatenation_operators: z.array(z.string()),
        bare_calls: z.boolean(),
        function_keywords: words,
        inputs: z.record(
          z.string(),
          z.enum(['args', 'argv', 'node-argv', 'joined-args', 'environment', 'server', 'text', 'lines', 'peer']),
        ),
        sdks: words.default([]),
        texts: z.record(z.string(), z.string()).default({}),
        aliases: z.record(z.string(), z.string()).default({}),
        rewrites: z.array(z.tuple([pattern(), z.string()])),
        case_sensitive: z.literal(false).optional(),
        functions: calls,
        methods: calls,
      }),
    ),
    dialects: z.record(
      id,
      z.strictObject({
        comment: pattern(),
        texts: pattern(),
        inserts: pattern().optional(),
        rewrites: z
          .array(z.union([z.tuple([pattern(), z.string()]), z.array(z.tuple([pattern(), z.string()]))]))
          .transform((rows) => rows.flatMap((row) => (typeof row[0] === 'string' ? [row] : row))),
      }),
    ),
    awk: lexer,
    operators: z
      .array(wordText)
      .transform((rows) => Object.fromEntries(rows.flatMap((row, at) => row.map((sign) => [sign, at + 1])))),
    sql: z.array(
      z.strictObject({ words: alternatives, does: id, name: z.int().optional(), all: z.literal(true).optional() }),
    ),
    signs: z.record(id, form()),
    name_readers: z.array(z.tuple([pattern(), z.string()])),
    shared: z.strictObject({ functions: calls, methods: calls, deeds: calls }),
    words: wordSets(
      `skipped ending_signs assigning constructors class_keywords declaring standard prefixing following opening leading_opening
        sql_kinds sql_fillers sql_leads sql_reads sql_writes sql_code before_value behind_calls data_signs endpoints sending_verbs
        element_methods folding_methods selecting_methods selecting_functions
        remote remote_members deleting loosely_deleting passing deletion_fillers imitating mock_setters mock_ends
        conditional exiting exit_owners opening_statements defining showing_functions function_fields suspending continuing changing setting later ending alternating
        prefix_signs block_lists perl_declaring file_programs deleting_programs destructive_programs`,
    ),
  }),
  forms: file({ forms: z.record(z.string().regex(/^[a-z_]+$/), form()), texts: z.record(z.string(), form()) }),
  sentences: file({
    ...Object.fromEntries(
      'before_order between denials ends_denial speech_verbs predicates subjects relative creation_verbs program passes_on pronouns one_of heads overwrites doubled run_verbs mentions separates before_verbs shells command_names command_verbs'
        .split(' ')
        .map((name) => [name, wordText]),
    ),
    fences: z.record(z.string(), z.string()),
    irregular: z.record(z.string(), z.string()),
    classes: z.record(id, pattern()),
    refusals: z.record(id, z.string()),
  }),
  paths: file({
    classes: z.record(id, z.string()),
    purposes: z.record(
      id,
      z
        .strictObject({
          home: z.literal(true).optional(),
          any: z.array(z.string().refine(isPattern, 'must be a regular expression')).min(1),
        })
        .transform(({ any, ...row }) => ({ form: any.join('|'), ...row })),
    ),
    words: wordSets(
      'system_folders root_folders personal_folders credentials disposable project_outputs source_folders source_endings file_endings files',
    ),
    // `*` stands for any part of a name.
    credential_stores: wordText.transform((names) => names.join('|').replaceAll('.', '\\.').replaceAll('*', '[^/]*')),
    credential_samples: wordText,
  }),
  assertions: file({
    javascript: wordLists(),
    python: wordLists(),
    shell: wordLists(),
    opposites: z.record(z.string(), z.array(z.tuple([z.string(), z.string()])).min(1)),
  }),
  canaries: file({ canaries: z.record(z.string(), z.string().regex(/\$SWITCH[\s\S]*\n$/, 'must ask for $SWITCH')) }),
  suspicions: file({
    signs: z.array(
      z.strictObject({ what: z.string(), flags: z.literal('i').optional(), any: z.array(pattern()).min(1) }),
    ),
  }),
  diagnostics: file({
    patterns: z.array(
      z.strictObject({
        tools: words,
        line: pattern(),
        heading: pattern().optional(),
        above: pattern().optional(),
        below: pattern().optional(),
        within: z.int().min(1).max(50).optional(),
      }),
    ),
    noise: z.array(z.string()),
    foreign: words,
  }),
  tool_features: file({
    features: z.record(z.string(), z.array(z.union([featureForm('words'), featureForm('pairs'), featureForm('rows')]))),
    stated: z.record(z.string(), z.array(z.strictObject({ sign: pattern(), flags: z.literal('i').optional() }))),
  }),
  secrets: file({
    rules: z.array(
      z.strictObject({
        id,
        patches: z.enum(['high', 'low']).optional(),
        pattern: z
          .string()
          .refine(isPattern, 'must be a regular expression that does not match where there is nothing'),
        flags: z.enum(['i', 'm']).optional(),
        accepts: z
          .strictObject({
            least_entropy: z.number().optional(),
            entropy_above: z.number().optional(),
            has: z.array(z.enum(['digit', 'letter'])).optional(),
            not: z.array(z.enum(['placeholder', 'words', 'local-address'])).optional(),
            no_end: z.string().optional(),
          })
          .optional(),
        texts: z
          .strictObject({
            hints: words,
            reach: z.int().optional(),
            fold: z.literal(true).optional(),
            quotes: z.literal(true).optional(),
            field: z.string().refine(isPattern, 'must be a regular expression').optional(),
          })
          .optional(),
        examples: z.strictObject({
          redacts: z.record(z.string(), z.string()).optional(),
          finds: words.optional(),
          leaves: words.optional(),
        }),
      }),
    ),
  }),
};

/** Texts of words by these names. */
function wordSets(names) {
  return z.strictObject(Object.fromEntries(names.split(/\s+/).map((name) => [name, wordText])));
}

/** Lists of names, and of patterns of names. */
function wordLists() {
  return z.record(z.string().regex(/^[a-z][a-z_]*$/), z.array(pattern()).min(1));
}

function pattern() {
  return z.string().refine(isPattern, 'must be a regular expression that does not match where there is nothing');
}

/** Regular expression, or alternatives of one with its flags: its source, and its flags if it has some. */
function form() {
  const alternatives = z
    .strictObject({ flags: z.string().optional(), any: z.array(z.string()).min(1) })
    .refine(({ flags, any }) => any.every((source) => isExpression(source, flags)), 'must be regular expressions')
    .transform(({ flags, any }) => (flags === undefined ? [any.join('|')] : [any.join('|'), flags]));
  return z.union([pattern().transform((source) => [source]), alternatives]);
}

/** Form of a message with what stands in it, by the range of versions that know it. */
function featureForm(key) {
  const value = key === 'rows' ? z.tuple([z.string(), z.string()]) : z.string();
  return z.strictObject({ form: pattern(), [key]: z.record(z.string(), value) });
}

/** Puts words into a form: as alternatives, or the form once for each pair of words. */
function expandForm({ form, words = {}, pairs = {}, rows = {} }) {
  const put = (first, second = '') => form.replaceAll('$1', () => first).replaceAll('$2', () => second);
  const join = (text, change) => text.split(' ').map(change).join('|');
  return [
    ...Object.entries(words).map(([needs, text]) => [needs, put(join(text, (word) => word.replaceAll('.', '\\.')))]),
    ...Object.entries(pairs).map(([needs, text]) => [needs, join(text, (pair) => put(...pair.split('.')))]),
    ...Object.entries(rows).map(([needs, row]) => [needs, put(...row)]),
  ].map(([needs, sign]) => ({ needs, sign }));
}

try {
  const different = [...compileData()].filter(([path, text]) => {
    const target = join(root, path);
    if (existsSync(target) && readFileSync(target, 'utf8') === text) return false;
    if (!values.check) writeFileSync(target, text);
    return true;
  });
  for (const [path] of different) console.log(`${path} ${values.check ? 'differs from data/' : 'is written'}`);
  if (values.check && different.length > 0)
    throw new Error('run `node scripts/compile-data.mjs` and commit what it writes');
} catch (error) {
  console.error(`compile-data: ${error.message}`);
  process.exitCode = 1;
}

/** Returns the text of each module by its path. */
function compileData() {
  const order = readData('data/guard/order.yml', schemas.order);
  const services = readData('data/guard/services.yml', schemas.services).value;
  const known = { ...readData('data/guard/words.yml', schemas.words).value.words, services: services.names };
  const taken = new Set();
  const readRules = (kind) =>
    orderedFiles(order, kind).flatMap((path) => {
      const data = readData(path, schemas[kind]);
      return data.value.rules.map((one, at) => {
        if (taken.has(one.id)) data.fail(['rules', at, 'id'], `there is a rule "${one.id}" already`);
        taken.add(one.id);
        const key = kind === 'rules' ? 'match' : 'phrases';
        const lists = expandWords(one[key], known, (path, message) => data.fail(['rules', at, key, ...path], message));
        return { code: 'destructive_operation_blocked', ...one, [key]: lists };
      });
    });
  const toolFeatures = readData('data/tool_features.yml', schemas.tool_features).value;
  const secrets = readData('data/secrets.yml', schemas.secrets).value.rules;
  const vocabulary = ['arguments', 'clients', 'forms', 'languages', 'paths', 'programs', 'sentences'].map((name) => {
    const { schema: _, ...tables } = readData(`data/guard/vocabulary/${name}.yml`, schemas[name]).value;
    return [name, tables];
  });
  return new Map([
    ['src/guard/rules/shipped_rules.json', formatList(readRules('rules'))],
    // Examples of phrases are for the tests alone.
    [
      'src/guard/text/shipped_phrases.json',
      formatList(
        readRules('phrases').map(({ examples: _, phrases, ...one }) => ({
          ...one,
          phrases: phrases.map(({ verbs, objects = [], ...more }) => ({ verbs, objects, ...more })),
        })),
      ),
    ],
    ['src/guard/effects/services.json', formatJson({ names: services.names, ports: services.ports })],
    ['src/guard/vocabulary/vocabulary.json', formatJson(Object.fromEntries(vocabulary))],
    ['src/run/redaction/rules/secrets.json', formatList(secrets)],
    [
      'src/run/oracle/expectations/assertions/assertion_words.json',
      formatJson({ ...readData('data/assertions.yml', schemas.assertions).value, schema: undefined }),
    ],
    [
      'src/language/diagnostics.json',
      formatJson({ ...readData('data/diagnostics.yml', schemas.diagnostics).value, schema: undefined }),
    ],
    ['src/project/canaries.json', formatJson(readData('data/canaries.yml', schemas.canaries).value.canaries)],
    [
      'src/run/oracle/suspicious_signs.json',
      formatList(
        readData('data/suspicions.yml', schemas.suspicions).value.signs.map(({ any, ...sign }) => ({
          ...sign,
          pattern: any.join('|'),
        })),
      ),
    ],
    [
      'src/commands/init/setup/tool_features.json',
      formatJson({
        features: Object.fromEntries(
          Object.entries(toolFeatures.features).map(([tool, forms]) => [tool, forms.flatMap(expandForm)]),
        ),
        stated: toolFeatures.stated,
      }),
    ],
    ['src/record/manifest/package_version.json', formatJson({ version: readPackageVersion() })],
  ]);
}

/** Returns the version in package.json, the only place that states it. */
function readPackageVersion() {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version;
}

/** Returns the files of a folder in the order of order.yml, which must name each of them. */
function orderedFiles({ value, fail }, kind) {
  const folder = `data/guard/${kind}`;
  const there = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.yml'))
    .map((name) => basename(name, '.yml'));
  value[kind].forEach((name, at) => {
    if (!there.includes(name)) fail([kind, at], `there is no ${folder}/${name}.yml`);
  });
  const unnamed = there.find((name) => !value[kind].includes(name));
  if (unnamed !== undefined) fail([kind], `${folder}/${unnamed}.yml has no place in this order`);
  return value[kind].map((name) => `${folder}/${name}.yml`);
}

/** Replaces `$name` in lists of words by the words of that name. */
function expandWords(value, known, fail, path = []) {
  if (Array.isArray(value))
    return value.flatMap((one, at) => {
      if (typeof one !== 'string' || !one.startsWith('$')) return [expandWords(one, known, fail, [...path, at])];
      const name = one.slice(1);
      if (!Object.hasOwn(known, name)) fail([...path, at], `there are no words "${name}" in data/guard/words.yml`);
      return known[name];
    });
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, expandWords(one, known, fail, [...path, key])]),
  );
}

/** Reads a file of data; `fail` throws an error at the place of a field. */
function readData(path, schema) {
  const counter = new LineCounter();
  const document = parseDocument(readFileSync(join(root, path), 'utf8'), { lineCounter: counter, prettyErrors: false });
  const failAt = (offset, message) => {
    const { line, col } = counter.linePos(offset);
    throw new Error(`${path}:${line}:${col}  ${message}`);
  };
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) failAt(fault.pos[0], fault.message);
  const fail = (field, message) => {
    let depth = field.length;
    while (depth > 0 && !document.getIn(field.slice(0, depth), true)?.range) depth -= 1;
    const node = depth === 0 ? document.contents : document.getIn(field.slice(0, depth), true);
    failAt(node?.range?.[0] ?? 0, `${field.join('.') || 'document'}: ${message}`);
  };
  const parsed = schema.safeParse(document.toJS());
  if (!parsed.success) {
    // A key that nobody knows explains the one that is missing.
    const { issues } = parsed.error;
    const unknown = issues.find(({ code }) => code === 'unrecognized_keys');
    if (!unknown) fail(issues[0].path, issues[0].message);
    const { items } = unknown.path.length > 0 ? document.getIn(unknown.path, true) : document.contents;
    failAt(items.find(({ key }) => key.value === unknown.keys[0]).key.range[0], `unknown key "${unknown.keys[0]}"`);
  }
  return { value: parsed.data, fail };
}

function isPattern(source) {
  return isExpression(source) && !new RegExp(source).test('');
}

function isExpression(source, flags) {
  try {
    return new RegExp(source, flags) !== undefined;
  } catch {
    return false;
  }
}

/** Formats a list as JSON with one entry per line. */
function formatList(list) {
  return `[\n${list.map((one) => formatJson(one).trimEnd()).join(',\n')}\n]\n`;
}

/** Formats a value as JSON in one line; signs that an editor does not show are escaped. */
function formatJson(value) {
  const text = JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufff9-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${text}\n`;
}
