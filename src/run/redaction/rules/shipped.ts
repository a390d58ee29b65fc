import { entropy } from '../../patch_facts/secret_rules.js';
import type { RedactionRule } from '../rule.js';
import { knownCredentials } from './credentials.js';
import { personalRules } from './personal.js';

const A40 = 'q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B';

/** Names and calls in code stand where a secret could: they have words in them, and no digits among the letters. */
const random = (least: number) => (value: string) =>
  entropy(value) >= least && /\d/.test(value) && /[A-Za-z]/.test(value) && !WORDS.test(value);
/** Addresses, paths, and words joined by the usual signs, a number perhaps at their end: names, formats, versions. */
const WORDS =
  /^(?:[$<{%]|https?:\/\/|(?:\.{0,2}|~)\/(?:[\w.-]{1,100}\/)+[\w.-]*$|process\.|os\.|env\.|(?:your|my|test|fake|dummy|example|sample|xxx)[_-])|^[./~@#]{0,3}(?:[A-Za-z]{1,40}|v?\d{1,4})(?:[-_./:@ ]{1,2}(?:[A-Za-z]{1,40}\d{0,4}|v?\d{1,4})){0,30}$/i;

const keys: readonly RedactionRule[] = [
  {
    id: 'private-key',
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----((?:(?!-----)[A-Za-z0-9+/=\s\\',.:;()-]|"[\s+.\\n]{0,20}"){60,20000})/g,
    quotes: true,
    hints: ['-----BEGIN '],
    examples: {
      [`-----BEGIN RSA PRIVATE KEY-----\n${A40}\n${A40}\n-----END RSA PRIVATE KEY-----\nand on`]:
        '-----BEGIN RSA PRIVATE KEY-----[redacted:private-key#1]-----END RSA PRIVATE KEY-----\nand on',
      '-----BEGIN PUBLIC KEY-----': '-----BEGIN PUBLIC KEY-----',
    },
  },
  {
    id: 'model-provider-key',
    pattern:
      /\b(?:sk-(?:ant-|or-|proj-|svcacct-|admin-)[A-Za-z0-9_-]{20,250}|sk-[A-Za-z0-9]{32,64}|hf_[A-Za-z0-9]{30,50}|gsk_[A-Za-z0-9]{40,60}|xai-[A-Za-z0-9]{60,90}|r8_[A-Za-z0-9]{35,45}|pplx-[A-Za-z0-9]{40,60})(?![A-Za-z0-9])/g,
    hints: ['sk-', 'hf_', 'gsk_', 'xai-', 'r8_', 'pplx-'],
    accepts: (value) => entropy(value) > 3.2 && /\d/.test(value),
    examples: {
      [`key sk-ant-api03-${A40}-AA`]: 'key [redacted:model-provider-key#1]',
      [`sk-proj-${A40}`]: '[redacted:model-provider-key#1]',
      [`hf_${A40.slice(0, 34)}`]: '[redacted:model-provider-key#1]',
      'sk-loading-indicator-container-wide': 'sk-loading-indicator-container-wide',
      'a task-9f86d081884c7d659a2feaa0c55ad015': 'a task-9f86d081884c7d659a2feaa0c55ad015',
    },
  },
  {
    id: 'slack-token',
    pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{20,250}/g,
    hints: ['xox'],
    examples: {
      'xoxb-123456789012-1234567890123-AbCdEfGhIjKl': '[redacted:slack-token#1]',
      'xoxb-short': 'xoxb-short',
    },
  },
  {
    id: 'sendgrid-key',
    pattern: /\bSG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}/g,
    hints: ['SG.'],
    examples: { [`SG.${A40.slice(0, 22)}.${A40}abc`]: '[redacted:sendgrid-key#1]' },
  },
];

/** Headers, whose values may be anything. */
const headers: readonly RedactionRule[] = [
  {
    id: 'key-header',
    pattern:
      /(?:x-api-key|x-goog-api-key|api-key|private-token)\\?['"]?\s{0,5}[:=]\s{0,5}\\?['"`]?([A-Za-z0-9+/._~=-]{16,500})/gi,
    hints: ['api-key', 'x-goog-api-key', 'private-token'],
    reach: 2,
    fold: true,
    accepts: random(3.2),
    examples: {
      [`-H 'x-api-key: ${A40}'`]: "-H 'x-api-key: [redacted:key-header#1]'",
      'x-api-key: your-key-goes-here': 'x-api-key: your-key-goes-here',
    },
  },
  {
    id: 'bearer-token',
    pattern: /\bbearer\s{1,5}([A-Za-z0-9+/._~-]{20,500}={0,2})(?![\w])/gi,
    hints: ['bearer'],
    fold: true,
    accepts: random(3.5),
    examples: {
      [`curl -H "auth: Bearer ${A40}"`]: 'curl -H "auth: Bearer [redacted:bearer-token#1]"',
      'bearer authenticationwithjwt': 'bearer authenticationwithjwt',
    },
  },
];

/** Values that only their name gives away. */
const named: readonly RedactionRule[] = [
  {
    id: 'assigned-secret',
    pattern:
      /(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential|auth(?!or))[\w-]{0,30}\\{0,3}['"]?\]?\s{0,5}(?:=>|:=|[:=])\s{0,5}\\{0,3}['"`]([^'"`\s\\]{12,300})\\{0,3}['"`]/gi,
    hints: ['pass', 'secret', 'token', 'key', 'credential', 'auth'],
    reach: 8,
    fold: true,
    accepts: random(3.5),
    field:
      /(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential|auth(?!or))[\w-]{0,30}$/i,
    examples: {
      [`const apiKey = "${A40.slice(0, 24)}";`]: 'const apiKey = "[redacted:assigned-secret#1]";',
      [`{\\"client_secret\\": \\"${A40.slice(0, 24)}\\"}`]: '{\\"client_secret\\": \\"[redacted:assigned-secret#1]\\"}',
      'token: "application/x-www-form-urlencoded"': 'token: "application/x-www-form-urlencoded"',
      'const tokenKind = "identifier_token_2"': 'const tokenKind = "identifier_token_2"',
      'author_email: "ada lovelace 1815", SSH_AUTH_SOCK: "/tmp/socket0123456789"':
        'author_email: "ada lovelace 1815", SSH_AUTH_SOCK: "/tmp/socket0123456789"',
      "'count-tokens': '/v1/chat/completions'": "'count-tokens': '/v1/chat/completions'",
      "password: 'process.env.PASSWORD1'": "password: 'process.env.PASSWORD1'",
    },
  },
  {
    id: 'environment-secret',
    pattern:
      /(?:PASSWORD|PASSWD|PASS|SECRET|TOKEN|KEY|CREDENTIALS?|AUTH)(?:_[A-Z0-9]{1,20}){0,4}=\\{0,3}["']?([^\s"'`#\\$(){}<>,;]{12,500})/g,
    hints: ['PASS', 'SECRET', 'TOKEN', 'KEY', 'CREDENTIAL', 'AUTH'],
    accepts: random(3.2),
    examples: {
      [`A=1\nexport DB_PASSWORD=${A40.slice(0, 20)}\nB=2`]:
        'A=1\nexport DB_PASSWORD=[redacted:environment-secret#1]\nB=2',
      [`{"env":"API_TOKEN=${A40}\\nB=2"}`]: '{"env":"API_TOKEN=[redacted:environment-secret#1]\\nB=2"}',
      'SORT_KEY=created_at_desc': 'SORT_KEY=created_at_desc',
      'MAX_TOKENS=128000': 'MAX_TOKENS=128000',
    },
  },
];

/** In their order: what is known for sure comes before what is guessed from its name. */
export const shippedRules: readonly RedactionRule[] = [
  ...keys,
  ...knownCredentials,
  ...headers,
  ...named,
  ...personalRules,
];
