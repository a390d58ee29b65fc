import { findUnreachableAddress } from '../../../../src/commands/init/setup/find_unreachable_address.js';

/** Streams of a command that printed a text on standard error. */
const printed = (stderr: string) => ({
  stdout: { head: '', tail: '', bytes: 0, sha256: '', truncated: false },
  stderr: { head: stderr, tail: '', bytes: stderr.length, sha256: '', truncated: false },
});

it.each<[string, string, string | undefined]>([
  [
    'npm, a dependency from git',
    'npm error code 128\nnpm error An unknown git error occurred\nnpm error command git --no-replace-objects ls-remote ssh://git@git.example.org/a/b.git\nnpm error fatal: no route',
    'ssh://git.example.org/a/b.git',
  ],
  [
    'git, with a password in the address',
    "fatal: unable to access 'https://user:secret@git.example.org/a.git/': Received HTTP code 403",
    'https://git.example.org/a.git/',
  ],
  [
    'npm, a tarball elsewhere',
    'npm error request to https://files.example.org/a.tgz failed, reason: getaddrinfo ENOTFOUND files.example.org',
    'files.example.org',
  ],
  [
    'yarn behind a proxy',
    'error Error: https://registry.example.org/a/-/a-2.0.5.tgz: tunneling socket could not be established, statusCode=403',
    'https://registry.example.org',
  ],
  [
    'corepack',
    'Internal Error: Error when performing the request to https://repo.example.org/pnpm/latest; for troubleshooting help',
    'https://repo.example.org',
  ],
  ['curl', 'curl: (6) Could not resolve host: files.example.org', 'files.example.org'],
  [
    'Maven',
    'Non-resolvable parent POM: Could not transfer artifact a.b:c:pom:9 from/to central (https://maven.example.org/maven2): repo',
    'https://maven.example.org/maven2',
  ],
  [
    'Bundler',
    'Could not fetch specs from https://gems.example.org/ due to underlying error <Net::HTTPFatalError>',
    'https://gems.example.org/',
  ],
  ['Bundler, no host', 'Could not reach host gems.example.org. Check your network', 'gems.example.org'],
  [
    'Cargo',
    'error: failed to get `a`\n  failed to download from `https://crates.example.org/config.json`',
    'https://crates.example.org/config.json',
  ],
  ['Go', 'go: a.example/b@v1: Get "https://mod.example.org/b.mod": Forbidden', 'https://mod.example.org/b.mod'],
  [
    'Composer',
    'curl error 56 while downloading https://php.example.org/packages.json: CONNECT tunnel failed, response 403',
    'https://php.example.org/packages.json',
  ],
  ['an address that is not named', 'npm error An unknown git error occurred', 'an address'],
  ['a version that does not exist', 'npm error code ETARGET\nnpm error No matching version found for a@9.', undefined],
  [
    'pip, no package index',
    "WARNING: Retrying (Retry(total=4)) after connection broken by 'ProxyError('Cannot connect to proxy.')': /simple/wheel/",
    'an address',
  ],
  [
    'pip, where one of several indexes has other versions of a package',
    "WARNING: Retrying after connection broken by 'ProxyError('Cannot connect to proxy.')': /simple/a/\nERROR: Could not find a version that satisfies the requirement a==1.0.* (from versions: 1.4.3)",
    undefined,
  ],
  ['dependencies that contradict each other', 'npm error code ERESOLVE\nnpm error could not resolve', undefined],
  ['an address in a warning', 'npm warn deprecated a@1.0.0: see https://example.org/a', undefined],
])('%s', (_, text, address) => expect(findUnreachableAddress(printed(text))).toBe(address));
