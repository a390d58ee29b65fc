import { sha256 } from '../../../src/record/json/compute_digest.js';
import type { ChangedFile } from '../../../src/run/patch_analysis/changed_file.js';
import { findSecrets } from '../../../src/run/patch_analysis/find_secrets.js';

/** A file in which a patch adds these lines, from line 11 on; the patch has them from line 21 on. */
function added(path: string, text: string): ChangedFile {
  const lines = text.split('\n').map((line, i) => ({ line: 11 + i, patch_line: 21 + i, text: line }));
  return {
    path,
    change: 'modified',
    old_path: path,
    before: '',
    after: text,
    added: lines,
    patch_line: 21,
    unread: undefined,
  };
}
const found = async (path: string, text: string) =>
  (await findSecrets([added(path, text)])).secrets.map(({ rule, confidence, line }) => [rule, confidence, line]);

// Put together here, so that nobody takes them for real ones in this file.
const random = 'q7Zp2LkV9xTb4WmRs8YdHc3N';
const hex = (length: number) => '0f1e2d3c4b5a69788796a5b4c3d2e1f0'.repeat(4).slice(0, length);
const key = (kind: string) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\n${`${'MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn'.repeat(2)}\n`.repeat(3)}-----END ${kind}PRIVATE KEY-----`;

describe('R14: what looks like a credential among the added lines', () => {
  it.each<[rule: string, path: string, text: string, expected: unknown[][]]>([
    ['a key over several lines', 'a.txt', `x\n${key('RSA ')}`, [['private-key', 'high', 12]]],
    [
      'an OpenSSH key, escaped in one line',
      'a.json',
      JSON.stringify({ k: key('OPENSSH ') }),
      [['private-key', 'high', 11]],
    ],
    ['a token of GitHub', 'a.js', `\nconst t = 'ghp_${random}${random.slice(0, 12)}'`, [['github-token', 'high', 12]]],
    [
      'a comment cannot switch the search off',
      'a.js',
      `// secretlint-disable\nconst t = 'ghp_${random}${random.slice(0, 12)}'`,
      [['github-token', 'high', 12]],
    ],
    ['a token of GitLab', 'a.yml', `t: glpat-${random.slice(0, 20)}`, [['gitlab-token', 'high', 11]]],
    ['a token of npm', '.npmrc', `//registry.example/:_authToken=${random}`, [['npmrc-auth', 'high', 11]]],
    [
      'a web token',
      'a.txt',
      `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${random}${random}`,
      [['json-web-token', 'high', 11]],
    ],
    [
      'a password in an address',
      'a.py',
      `url = "postgres://app:${random}@db.internal:5432/x"`,
      [['connection-string', 'high', 11]],
    ],
    [
      'a secret key of AWS',
      'a.tf',
      `aws_secret_access_key = "${random}${random.slice(0, 16)}"`,
      [['aws-secret-access-key', 'high', 11]],
    ],
    ['a key of Stripe', 'a.rb', `Stripe.api_key = "sk_live_${random}"`, [['stripe-key', 'high', 11]]],
    ['a storage key of Azure', 'a.cs', `AccountKey=${'Ab3/'.repeat(21)}Ab==`, [['azure-storage-key', 'high', 11]]],
    [
      'something random that is called a secret',
      'a.js',
      `const apiSecret = "${random}";`,
      [['assigned-secret', 'low', 11]],
    ],
    [
      'a line of an environment file, which is made for secrets',
      '.env',
      `APP_KEY=${random}`,
      [['environment-file-secret', 'high', 11]],
    ],
    [
      'the same line elsewhere is doubtful',
      'compose.env',
      `APP_KEY=${random}`,
      [['environment-file-secret', 'low', 11]],
    ],
    ['a placeholder is none', 'a.js', `const token = "your-token-goes-here"; const password = "\${PASSWORD}";`, []],
    ['an address on this machine is none', 'a.py', 'url = "postgres://postgres:postgres@localhost/x"', []],
    [
      'an address that only begins like one of examples is one',
      'a.py',
      'url = "postgres://app:Zq8w1x7Lp2@test.corp-internal.net/x"',
      [['connection-string', 'high', 11]],
    ],
    [
      'an address is told by its host, not by what follows',
      'a.py',
      'url = "postgres://app:Zq8w2x7Lp2@db.corp-internal.net/x?a=@localhost"',
      [['connection-string', 'high', 11]],
    ],
    ['a digest is none', 'package-lock.json', `"integrity": "sha512-${random}${random}${random}=="`, []],
    ['a commit id is none', 'a.yml', `uses: a/b@${hex(40)}`, []],
  ])('%s', async (_, path, text, expected) => {
    expect(await found(path, text)).toEqual(expected);
  });

  it('keeps where it is and the digest of the value, never the value', async () => {
    const token = `ghp_${random}${random.slice(0, 12)}`;
    const { secrets } = await findSecrets([added('a.js', `\n\nconst t = '${token}'`)]);
    expect(secrets).toEqual([
      { rule: 'github-token', confidence: 'high', file: 'a.js', line: 13, patch_line: 23, sha256: sha256(token) },
    ]);
  });

  it('finds one at the end of a file that is searched in pieces', async () => {
    const filler = 'const a = 1; // nothing to see here\n'.repeat(8000);
    expect(await found('a.js', `${filler}${key('EC ')}`)).toEqual([['private-key', 'high', 8011]]);
  });

  it('finds one in a very long line', async () => {
    expect(
      await found('a.min.js', `${'a=1;'.repeat(5000)}"glpat-${random.slice(0, 20)}"${';b=2'.repeat(5000)}`),
    ).toEqual([['gitlab-token', 'high', 11]]);
  });

  it('says what it did not search, and searches the small files first', async () => {
    const large = added('large.txt', `${'x'.repeat(99)}\n`.repeat(60_000));
    const { secrets, unread } = await findSecrets([large, added('a.yml', `t: glpat-${random.slice(0, 20)}`)]);
    expect(secrets.map(({ file }) => file)).toEqual(['a.yml']);
    expect(unread).toEqual([{ file: 'large.txt', reason: 'the patch adds too much to search all of it for secrets' }]);
  });

  it.each([
    ['letters', 'a'.repeat(200_000)],
    ['beginnings of keys', '-----BEGIN PRIVATE KEY-----'.repeat(5000)],
    ['beginnings of addresses', 'a://'.repeat(20_000) + 'a:'.repeat(20_000)],
    ['beginnings of web tokens', 'eyJ'.repeat(40_000) + '.eyJ'.repeat(20_000)],
    ['names of secrets', 'token_secret_password_'.repeat(8000)],
    ['quotes', `"'\``.repeat(50_000)],
    ['blanks', ' \t'.repeat(80_000)],
  ])('ends soon over hostile text: %s', async (_, text) => {
    // A pattern that backtracks takes minutes here, and the test its time.
    expect((await findSecrets([added('a.txt', text)])).unread).toEqual([]);
  });

  it('leaves nothing behind that grows with every file searched', async () => {
    const before = performance.getEntriesByType('mark').length;
    await findSecrets(Array.from({ length: 20 }, (_, i) => added(`f${i}`, 'x')));
    expect(performance.getEntriesByType('mark').length).toBe(before);
  });
});
