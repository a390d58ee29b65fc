import { isCredentialPath } from '../../../src/guard/paths/is_credential_path.js';

describe('files that hold secrets', () => {
  it.each([
    '.env',
    'app/.env',
    '.env.local',
    '.env.production',
    '.envrc',
    'prod.env',
    'credentials',
    'credentials.json',
    'aws_credentials',
    'gcp-credentials.yml',
    'db.credentials.toml',
    '.netrc',
    '.npmrc',
    '.pypirc',
    '~/.aws/credentials',
    '~/.aws/config',
    '~/.ssh/id_rsa',
    '~/.ssh/deploy_key',
    '~/.ssh',
    'id_ed25519',
    'server.key',
    'private.pem',
    'key.pem',
    'store.p12',
    'secrets.yml',
    'passwords.txt',
    '~/.kube/config',
    '~/.docker/config.json',
    '~/.gnupg/x',
    '~/.config/gcloud/a.db',
    '/etc/shadow',
    '/run/secrets/db',
    '/proc/1/environ',
    'service-account.json',
    'terraform.d/.terraformrc',
    '.git-credentials',
    '~/.bash_history',
  ])('%s', (path) => {
    expect(isCredentialPath(path)).toBe(true);
  });

  it.each(['.e*', '.en?', '.??v', '.e[n]v', '.*', 'cred*', '*cred*', 'id_*', '*.key', '/etc/shad?w', '.env*'])(
    'a pattern that may stand for one: %s',
    (path) => {
      expect(isCredentialPath(path)).toBe(true);
    },
  );

  it.each([
    '.env.example',
    '.env.sample',
    '.env.template',
    '.env.local.example',
    'env.ts',
    'src/environment.ts',
    'environ',
    'src/credentials.ts',
    'test_credentials.py',
    'docs/credentials.md',
    'credentials.example.json',
    '~/.ssh/id_rsa.pub',
    '~/.ssh/config',
    '~/.ssh/known_hosts',
    'cert.pem',
    'ca-bundle.pem',
    'token.ts',
    'tokenizer.json',
    'key.ts',
    'package.json',
    'monkey.txt',
    'public.key.md',
  ])('%s is none', (path) => {
    expect(isCredentialPath(path)).toBe(false);
  });

  it.each(['*', '*.json', 'src/*', '*.md', 'c*', '?', '**'])('%s says too little to be meant for one', (path) => {
    expect(isCredentialPath(path)).toBe(false);
  });
});

describe('keys that tests bring along', () => {
  it.each([
    ['test/fixtures/fake.pem', false],
    ['internal/testdata/dummy.key', false],
    ['test/fixtures/prod.pem', true],
    ['fake.pem', true],
    ['test/fixtures/.env', true],
    ['test/fixtures/fake-credentials.json', true],
  ])('%s is one of secrets: %s', (path, secret) => {
    expect(isCredentialPath(path)).toBe(secret);
  });
});
