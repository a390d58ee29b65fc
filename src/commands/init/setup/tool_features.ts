/** Sign in the output of a program that it needs other versions of its tool, with the range of those that it needs. */
interface ToolFeature {
  /** Pattern of the printed text; the whole match is the evidence. */
  sign: RegExp;
  /** Versions that know it. */
  needs: string;
}

/** Names by the version that brought or removed them, as words of one pattern each. */
const list = (names: Record<string, string>, createSign: (word: string) => RegExp): ToolFeature[] =>
  Object.entries(names).map(([needs, words]) => ({ sign: createSign(words.replaceAll(' ', '|')), needs }));

/** A module of Node.js before the name of its function, also as compilers write it: `util.`, `node_util_1.`. */
const OWN_MODULE = String.raw`(?:import_)?(?:node_)?(?:fs|module|path|process|util)(?:_\d)?\.(?:default\.)?`;

/** Features that Node.js has since or until a version: modules, their exports, globals, options. */
const NODE_NAMES: readonly ToolFeature[] = [
  ...list(
    { '>=22.13': 'sqlite', '>=20.12': 'sea', '>=18': 'test', '>=18.15': 'test/reporters' },
    (word) => new RegExp(`(?:No such built-in module:|Cannot find module) '?node:(?:${word})(?![\\w/])'?`),
  ),
  ...list(
    {
      // Not those of browsers: a simulated browser may lack them with any version.
      '>=24': 'Float16Array',
      '>=22': 'Iterator',
      '<12': 'primordials',
    },
    (word) => new RegExp(`\\b(?:${word}) is not (?:defined|a constructor)`),
  ),
  ...list(
    {
      '>=25': 'Uint8Array.fromBase64 Uint8Array.fromHex',
      '>=24': 'RegExp.escape Promise.try Error.isError',
      '>=22.15': 'registerHooks',
      '>=22.13': 'stripTypeScriptTypes',
      '>=22.9': 'getCallSites',
      '>=22.5': 'matchesGlob',
      '>=22': 'Promise.withResolvers Array.fromAsync fs.globSync',
      '>=21': 'Object.groupBy Map.groupBy',
      '>=20.12': 'styleText parseEnv',
      '<23': 'util.isRegExp util.isArray util.isDate util.isError util.isFunction util.isString util.isObject',
    },
    (word) => new RegExp(`(?<![\\w$.])(?:${OWN_MODULE})?(?:${word.replaceAll('.', '\\.')})\\)? is not a function`),
  ),
  ...list(
    {
      '>=22.15': 'registerHooks',
      '>=22.13': 'stripTypeScriptTypes',
      '>=22.9': 'getCallSites',
      '>=22': 'globSync glob',
      '>=20.12': 'styleText parseEnv',
    },
    (word) =>
      new RegExp(
        `The requested module '(?:node:)?(?:fs|fs/promises|module|util|path)' does not provide an export named '(?:${word})'`,
      ),
  ),
  ...list(
    {
      '>=24': 'test-rerun-failures',
      '>=22.9': 'env-file-if-exists',
      '>=22.8': 'test-isolation experimental-test-isolation',
      '>=22.7': 'experimental-transform-types',
      '>=22.6': 'experimental-strip-types',
      '>=22.5': 'experimental-sqlite test-coverage-include test-coverage-exclude',
      '>=22.3': 'experimental-test-module-mocks',
      '>=22': 'run',
      '>=20.14': 'test-force-exit',
      '>=20.11': 'disable-warning',
      '>=20.6': 'env-file',
      '>=19.7': 'experimental-test-coverage',
      '>=18.18': 'import',
      '>=18': 'test',
      '<19': 'experimental-specifier-resolution es-module-specifier-resolution',
    },
    (word) => new RegExp(`\\bbad option: --(?:${word})(?![\\w-])`),
  ),
  { sign: /ERR_OSSL_EVP_UNSUPPORTED|error:0308010C:digital envelope routines/, needs: '<17' },
];

/** Syntax of JavaScript: a line of source over which the parser fails, up to the end of its message. */
const NODE_SYNTAX: readonly ToolFeature[] = (
  [
    ['>=24', String.raw`\busing [\w$]+ ?=`, 'Unexpected identifier'],
    ['>=23', String.raw`\(\?[ims-]+:`, 'Invalid (?:regular expression|group)'],
    ['>=20.10 || ^18.20', String.raw`\bwith ?\{ ?type\b`, 'Unexpected (?:token|identifier)'],
    ['<22', String.raw`\bassert ?\{ ?type\b`, 'Unexpected (?:token|identifier)'],
    ['>=20', '/[a-z]*v[a-z]*', 'Invalid regular expression flags'],
    ['>=16.11', String.raw`\bstatic ?\{`, 'Unexpected token'],
    ['>=16.4', String.raw`#\w+ in\b`, 'Unexpected token'],
    ['>=15', String.raw`(?:\?\?|\|\||&&)=`, 'Unexpected token'],
    ['>=14', String.raw`\?\.|\?\?`, 'Unexpected token'],
  ] as const
).map(([needs, line, message]) => ({
  sign: new RegExp(String.raw`^[^\n]{0,300}(?:${line})[^\n]*\n[ \t]*\^+[^\n]*\n\s*SyntaxError: ${message}[^\n]*`, 'm'),
  needs,
}));

/** Features that a version of Python brought or removed: modules, and names of modules. */
const PYTHON_NAMES: readonly ToolFeature[] = [
  ...list(
    {
      '>=3.14': 'annotationlib',
      '>=3.11': 'tomllib',
      '>=3.9': 'zoneinfo graphlib',
      '<3.13': 'cgi cgitb crypt telnetlib pipes imghdr sndhdr nntplib',
      '<3.12': 'imp distutils asyncore asynchat smtpd',
      '<3': 'urllib2 urlparse ConfigParser StringIO Queue httplib __builtin__ cPickle',
    },
    (word) => new RegExp(`No module named '?(?:${word})\\b'?`),
  ),
  ...list(
    {
      '>=3.13': 'typing.ReadOnly typing.TypeIs warnings.deprecated',
      '>=3.12': 'typing.override typing.TypeAliasType itertools.batched',
      '>=3.11':
        'typing.Self typing.Never typing.Unpack typing.NotRequired typing.Required typing.LiteralString ' +
        'typing.assert_never typing.reveal_type typing.dataclass_transform typing.TypeVarTuple datetime.UTC enum.StrEnum ' +
        'asyncio.TaskGroup asyncio.timeout',
      '>=3.10': 'typing.ParamSpec typing.TypeAlias typing.Concatenate typing.TypeGuard itertools.pairwise',
      '>=3.9': 'typing.Annotated functools.cache',
      '<3.14': 'ast.Str ast.Num ast.NameConstant',
      '<3.13': 'unittest.makeSuite unittest.findTestCases',
      '<3.12': 'configparser.SafeConfigParser configparser.readfp pkgutil.ImpImporter locale.format',
      '<3.11': 'inspect.getargspec inspect.formatargspec asyncio.coroutine',
      '<3.10':
        'collections.Mapping collections.MutableMapping collections.Sequence collections.Iterable collections.Callable ' +
        'collections.Set collections.Hashable collections.Iterator collections.Sized collections.MutableSet',
      '<3.9': 'fractions.gcd base64.decodestring base64.encodestring',
      '<3.8': 'time.clock platform.linux_distribution cgi.escape',
    },
    (words) => {
      const pairs = words.split('|').map((pair) => pair.split('.') as [string, string]);
      const forms = pairs.map(
        ([module, name]) =>
          `cannot import name '${name}' from '${module}'|module '${module}' has no attribute '${name}'`,
      );
      return new RegExp(forms.join('|'));
    },
  ),
  { sign: /object has no attribute 'assert(?:Equals|NotEquals|RegexpMatches|RaisesRegexp|_)'/, needs: '<3.12' },
];

/** Syntax of Python, as that of JavaScript. */
const PYTHON_SYNTAX: readonly ToolFeature[] = [
  ...(
    [
      ['>=3.14', String.raw`\bt["']`, 'invalid syntax'],
      ['>=3.12', String.raw`\btype \w+(?:\[.*\])? =|\b(?:def|class) \w+\[`, '(?:invalid syntax|expected)'],
      ['>=3.11', String.raw`\bexcept ?\*`, 'invalid syntax'],
      ['>=3.10', String.raw`\bmatch .*:`, 'invalid syntax'],
    ] as const
  ).map(([needs, line, message]) => ({
    sign: new RegExp(String.raw`^[^\n]{0,300}(?:${line})[^\n]*\n[ \t]*\^[^\n]*\n\s*SyntaxError: ${message}[^\n]*`, 'm'),
    needs,
  })),
  {
    sign: /SyntaxError: f-string(?:: expecting '\}'|: unmatched| expression part cannot include)[^\n]*/,
    needs: '>=3.12',
  },
  { sign: /SyntaxError: Missing parentheses in call to '(?:print|exec)'/, needs: '<3' },
];

/** Signs by tool. */
export const TOOL_FEATURES: Readonly<Record<string, readonly ToolFeature[]>> = {
  node: [...NODE_NAMES, ...NODE_SYNTAX],
  python3: [...PYTHON_NAMES, ...PYTHON_SYNTAX],
};

/** Forms in which package managers and programs state the versions that they need; the first group is the range. */
export const STATED_RANGES: Readonly<Record<string, readonly RegExp[]>> = {
  node: [
    /Required: \{"node":"([^"\n]{1,100})"/,
    /Your Node version is incompatible with [^\n]{1,300}\s+Expected version: ([^\n]{1,100})/,
    /The engine "node" is incompatible with this module\. Expected version "([^"\n]{1,100})"/,
    /\brequires? (?:at least |a minimum )?Node(?:\.js)?(?: version)?(?: of)? ([v\d][\dxv.+ |<>=^~or,-]{0,80}|[<>=^~][\dv.+ |<>=^~or,-]{1,80})/i,
    /\bNode(?:\.js)? (v?\d+(?:\.\d+)*\+?)(?: or (?:later|higher|newer|above))? is required/i,
  ],
  python3: [/requires a different Python: [\w.]+ not in ['"]?([^'"\n]{1,100})['"]?/],
};
