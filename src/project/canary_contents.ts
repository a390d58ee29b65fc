import canaries from './canaries.json' with { type: 'json' };

/** Variable that makes a canary fail. */
export const CANARY_SWITCH = 'GATEBENCH_CANARY';

const REMARK = `Fails on purpose when ${CANARY_SWITCH} is set: proof that these checks can fail.`;

/** Test file beside which a canary is written, and the name of the canary's file without its extension. */
interface CanarySample {
  text: string;
  /** Ending of its name, such as `.cjs`. */
  extension: string;
  /** True for TypeScript. */
  typed: boolean;
  name: string;
}

const value = `process.env.${CANARY_SWITCH} ? 'canary' : 'quiet'`;
const failing = `if (process.env.${CANARY_SWITCH}) throw new Error('canary');`;

/**
 * Joins the lines of a canary in JavaScript or TypeScript. The types of a runner are no part of what it proves, and a
 * build may check them; such a build may also want each file to be a module.
 */
const createScriptCanary =
  (...lines: string[]) =>
  ({ text, typed }: CanarySample): string => {
    const is_module = lines.some((line) => /^import [\w{]/.test(line));
    const exported = typed && !is_module && /^\s*(?:import|export)\b/m.test(text) ? ['', 'export {};'] : [];
    return [...(typed ? ['// @ts-nocheck'] : []), `// ${REMARK}`, ...lines, ...exported, ''].join('\n');
  };

/**
 * Writes a canary for a runner that a test file loads by itself, in the way in which a sample does: a test that is
 * registered later may come after the end of all others.
 *
 * @param name name that the loaded module has in the canary: its default, or `{ test }` of node:test
 * @param call function of it that registers a test
 */
function createLoadingCanary(module: string, name: string, call: string, ...[head, ...body]: string[]) {
  const lines = [`${call}('gatebench canary', ${head}`, ...body, '});'];
  const binding = module === name ? name : `{ ${name} }`;
  const imported = new RegExp(`^\\s*import\\b[^'"\`]*\\bfrom\\s+['"]${module}['"]`, 'm');
  const required = new RegExp(`\\brequire\\(\\s*['"]${module}['"]\\s*\\)`);
  return (sample: CanarySample): string => {
    const { text, typed, extension } = sample;
    const imports = extension === '.mjs' || (extension !== '.cjs' && imported.test(text));
    const requires = extension === '.cjs' || (extension !== '.mjs' && required.test(text));
    // A text that shows both may hold a program in a literal.
    if (!typed && imports && !requires)
      return createScriptCanary(`import ${binding} from '${module}';`, '', ...lines)(sample);
    if (!typed && requires && !imports)
      return createScriptCanary(`const ${binding} = require('${module}');`, '', ...lines)(sample);
    const loaded = module === name ? `const ${name} = loaded.default ?? loaded;` : `const ${binding} = loaded;`;
    return createScriptCanary(
      `import('${module}').then((loaded) => {`,
      ...[loaded, ...lines].map((line) => `  ${line}`),
      '});',
    )(sample);
  };
}

/**
 * Writes a script of lab, which is loaded as the sample loads it and exported; undefined where it shows neither way.
 */
function createLabCanary(sample: CanarySample): string | undefined {
  const module = /['"](@hapi\/lab|lab)['"]/.exec(sample.text)?.[1];
  if (module === undefined) return undefined;
  const imports = /^\s*import\b[^'"`]*\bfrom\s+['"](?:@hapi\/)?lab['"]/m.test(sample.text);
  const loading = imports
    ? [`import Lab from '${module}';`, '', 'export const lab = Lab.script();']
    : [`const Lab = require('${module}');`, '', 'const lab = Lab.script();', 'exports.lab = lab;'];
  return createScriptCanary(...loading, '', "lab.test('gatebench canary', () => {", `  ${failing}`, '});')(sample);
}

/** Writes a class of JUnit 4 or 5 in the package of a sample, named after its file. */
function createJavaCanary({ text, name }: CanarySample): string | undefined {
  const jupiter = /\borg\.junit\.jupiter\b/.test(text);
  if (!jupiter && !/\borg\.junit\.(?:Test\b|\*)/.test(text)) return undefined;
  const packageName = /^\s*package\s+([\w.]+)\s*;/m.exec(text)?.[1];
  const library = jupiter ? 'org.junit.jupiter.api' : 'org.junit';
  return [
    ...(packageName === undefined ? [] : [`package ${packageName};`, '']),
    `import static ${library}.${jupiter ? 'Assertions' : 'Assert'}.assertNull;`,
    '',
    `import ${library}.Test;`,
    '',
    `/** ${REMARK} */`,
    `public class ${name} {`,
    '    @Test',
    '    public void gatebenchCanary() {',
    `        assertNull(System.getenv("${CANARY_SWITCH}"));`,
    '    }',
    '}',
    '',
  ].join('\n');
}

/** Canaries whose texts are the same for every project, from `data/canaries.yml`. */
const FIXED_CANARIES = Object.fromEntries(
  Object.entries(canaries).map(([runner, text]) => [
    runner,
    ({ name }: CanarySample) =>
      text.replaceAll('$SWITCH', CANARY_SWITCH).replaceAll('$REMARK', REMARK).replaceAll('$NAME', name),
  ]),
);

function createGoCanary(sample: CanarySample): string | undefined {
  const package_name = /^package\s+(\w+)/m.exec(sample.text)?.[1];
  return package_name && FIXED_CANARIES['go test']!(sample).replace('$PACKAGE', package_name);
}

/**
 * Texts of canaries by runner; undefined where a sample does not show what to write. Tests fail by throwing where a
 * project may use any assertions.
 */
export const CANARY_CONTENTS: Record<string, (sample: CanarySample) => string | undefined> = {
  ...FIXED_CANARIES,
  jest: createScriptCanary("test('gatebench canary', () => {", `  expect(${value}).toBe('quiet');`, '});'),
  vitest: createScriptCanary(
    "import { expect, test } from 'vitest';",
    '',
    "test('gatebench canary', () => {",
    `  expect(${value}).toBe('quiet');`,
    '});',
  ),
  mocha: (sample) =>
    createScriptCanary(
      `${/\bsuite\(/.test(sample.text) && !/\bdescribe\(/.test(sample.text) ? 'test' : 'it'}('gatebench canary', () => {`,
      `  ${failing}`,
      '});',
    )(sample),
  'node:test': createLoadingCanary('node:test', 'test', 'test', '() => {', `  ${failing}`),
  borp: createLoadingCanary('node:test', 'test', 'test', '() => {', `  ${failing}`),
  ava: createScriptCanary(
    "import test from 'ava';",
    '',
    "test('gatebench canary', t => {",
    `  t.is(${value}, 'quiet');`,
    '});',
  ),
  tape: createLoadingCanary('tape', 'tape', 'tape', '(t) => {', `  t.equal(${value}, 'quiet');`, '  t.end();'),
  tap: createLoadingCanary('tap', 'tap', 'tap.test', '(t) => {', `  t.equal(${value}, 'quiet');`, '  t.end();'),
  lab: createLabCanary,
  maven: createJavaCanary,
  gradle: createJavaCanary,
  'go test': createGoCanary,
};
