import { SECRET_RULES } from '../../patch_facts/secret_rules.js';
import type { RedactionRule } from '../rule.js';

type Known = Pick<RedactionRule, 'hints' | 'reach' | 'fold' | 'examples'>;

/** 40 letters and digits without meaning, for examples. */
const A40 = 'q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B';
const HEX32 = '9f86d081884c7d659a2feaa0c55ad015';

/** Where the rules that patches are searched by (`patch_facts/secret_rules.ts`) hold for texts as well, and how they are found fast. */
const KNOWN: Readonly<Record<string, Known>> = {
  'putty-private-key': {
    hints: ['PuTTY-User-Key'],
    examples: { 'PuTTY-User-Key-File-2: ssh-rsa': '[redacted:putty-private-key#1]' },
  },
  'age-secret-key': {
    hints: ['AGE-SECRET-KEY-'],
    examples: { [`AGE-SECRET-KEY-1${A40.toUpperCase()}QQQQQQQQQQQQQQQQQQ`]: '[redacted:age-secret-key#1]' },
  },
  'aws-access-key-id': {
    hints: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    examples: {
      'id AKIAY34FZKBOKMUTVV7A.': 'id [redacted:aws-access-key-id#1].',
      AKIAIOSFODNN7EXAMPLE: 'AKIAIOSFODNN7EXAMPLE',
    },
  },
  'aws-secret-access-key': {
    hints: ['aws'],
    fold: true,
    examples: { [`AWS_SECRET_ACCESS_KEY=${A40}`]: 'AWS_SECRET_ACCESS_KEY=[redacted:aws-secret-access-key#1]' },
  },
  'google-api-key': {
    hints: ['AIza'],
    examples: { [`AIza${A40.slice(0, 35)}`]: '[redacted:google-api-key#1]', AIzaShort: 'AIzaShort' },
  },
  'github-token': {
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    examples: {
      [`https://x:ghp_${A40}@github.com/a/b`]: 'https://x:[redacted:github-token#1]@github.com/a/b',
      ghp_short: 'ghp_short',
    },
  },
  'gitlab-token': {
    hints: ['glpat-', 'glptt-', 'gldt-', 'glrt-', 'glcbt-', 'glft-', 'glsoat-'],
    examples: { [`glpat-${A40.slice(0, 20)}`]: '[redacted:gitlab-token#1]' },
  },
  'npm-token': {
    hints: ['npm_'],
    examples: { [`npm_${A40.slice(0, 36)}`]: '[redacted:npm-token#1]', npm_config_registry: 'npm_config_registry' },
  },
  'pypi-token': { hints: ['pypi-AgE'], examples: { [`pypi-AgE${A40}${A40}`]: '[redacted:pypi-token#1]' } },
  'rubygems-token': {
    hints: ['rubygems_'],
    examples: { [`rubygems_${HEX32}${HEX32.slice(16)}`]: '[redacted:rubygems-token#1]' },
  },
  'crates-token': {
    hints: ['cio'],
    examples: { [`cio${A40.slice(0, 32)}`]: '[redacted:crates-token#1]', conscious: 'conscious' },
  },
  'stripe-key': {
    hints: ['sk_live_', 'rk_live_'],
    examples: { [`sk_live_${A40.slice(0, 24)}`]: '[redacted:stripe-key#1]' },
  },
  'slack-webhook': {
    hints: ['https://hooks.slack.com/'],
    examples: { [`https://hooks.slack.com/services/T00/B00/${A40}`]: '[redacted:slack-webhook#1]' },
  },
  'twilio-key': {
    hints: [...'0123456789abcdef'].map((digit) => `SK${digit}`),
    examples: { [`SK${HEX32}`]: '[redacted:twilio-key#1]', SKIP: 'SKIP' },
  },
  'digitalocean-token': {
    hints: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    examples: { [`dop_v1_${HEX32}${HEX32}`]: '[redacted:digitalocean-token#1]' },
  },
  'azure-storage-key': {
    hints: ['AccountKey='],
    examples: {
      [`AccountName=a;AccountKey=${A40}${A40}abcdef==;E=x`]:
        'AccountName=a;AccountKey=[redacted:azure-storage-key#1];E=x',
    },
  },
  'json-web-token': {
    hints: ['eyJ'],
    examples: {
      [`t=eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.${A40}`]: 't=[redacted:json-web-token#1]',
      'eyJ.eyJ.x': 'eyJ.eyJ.x',
    },
  },
  'connection-string': {
    hints: ['://'],
    reach: 21,
    examples: {
      'postgres://app:s3cr3t-Pa55@db.corp.net:5432/x':
        'postgres://app:[redacted:connection-string#1]@db.corp.net:5432/x',
      'redis://same:same9@cache.corp.net': 'redis://same:[redacted:connection-string#1]@cache.corp.net',
      'postgres://app:password@localhost/x': 'postgres://app:password@localhost/x',
      'https://host:8080/a@b': 'https://host:8080/a@b',
    },
  },
  'npmrc-auth': {
    hints: [':_auth', ':_password'],
    examples: { [`//r.corp.net/:_authToken=${A40}`]: '//r.corp.net/:_authToken=[redacted:npmrc-auth#1]' },
  },
  'authorization-header': {
    hints: ['authorization'],
    fold: true,
    examples: {
      [`Authorization: Bearer ${A40}`]: 'Authorization: Bearer [redacted:authorization-header#1]',
      'authorization: Bearer YOUR_TOKEN': 'authorization: Bearer YOUR_TOKEN',
    },
  },
};

export const knownCredentials: readonly RedactionRule[] = SECRET_RULES.flatMap(({ id, pattern, accepts }) => {
  const known = KNOWN[id];
  return known ? [{ id, pattern, ...(accepts && { accepts }), ...known }] : [];
});
