import { createAllowlist } from '../../src/network/allowlist.js';
import { formatDestination, parseDestination } from '../../src/network/destination.js';
import { isPublicAddress } from '../../src/network/is_public_address.js';

describe('which destinations a pattern allows', () => {
  it.each([
    ['example.org', 'example.org:443', true],
    ['example.org', 'EXAMPLE.org.:80', true],
    ['example.org', 'example.org:8443', false],
    ['example.org:8443', 'example.org:8443', true],
    ['example.org:8443', 'example.org:443', false],
    ['example.org', 'evil-example.org:443', false],
    ['example.org', 'example.org.evil.test:443', false],
    ['example.org', 'sub.example.org:443', false],
    ['*.example.org', 'a.b.example.org:443', true],
    ['*.example.org', 'example.org:443', false],
    ['*.example.org', 'aexample.org:443', false],
    ['*.example.org:22', 'git.example.org:22', true],
    ['*', 'anything.test:443', true],
    ['*', 'anything.test:22', false],
    ['*:22', 'anything.test:22', true],
    ['*', '8.8.8.8:443', false],
    ['*', '0x08080808:443', false],
    ['*', '[2606:4700::1]:443', false],
    ['8.8.8.8', '8.8.8.8:443', true],
    ['8.8.8.8', '134744072:443', true],
    ['8.8.8.8', '0x8.010.8.8:443', true],
    ['[2606:4700::1]', '[2606:4700:0::1]:443', true],
    ['xn--bcher-kva.example', 'bücher.example:443', true],
    ['example.org', 'ｅxample.org:443', true],
  ])('%s: %s → %s', (pattern, text, allowed) => {
    const to = parseDestination(text);
    expect(to && createAllowlist([{ pattern }]).decide(to).allowed).toBe(allowed);
  });

  it.each([
    '',
    'example.org',
    'example.org:',
    'example.org:0',
    'example.org:65536',
    'a b:80',
    'user@host:80',
    '[::1]',
    '::1:80',
    'host/path:80',
    'a..b:80',
    `${'a'.repeat(300)}:80`,
    'host%00:80',
    '[fe80::1%eth0]:80',
  ])('%j is no destination', (text) => expect(parseDestination(text)).toBeUndefined());

  it('only the machine, or an address with a port, opens addresses that are not public', () => {
    const internal = (pattern: string, to: string, trusted = false) => {
      const decision = createAllowlist([{ pattern, trusted }]).decide(parseDestination(to)!);
      return decision.allowed && decision.internal;
    };
    expect([
      internal('127.0.0.1:8080', '127.0.0.1:8080'),
      internal('10.0.0.1', '10.0.0.1:80'),
      internal('registry.test', 'registry.test:443'),
      internal('registry.test', 'registry.test:443', true),
    ]).toEqual([true, false, false, true]);
  });

  it('writes a destination in one way', () => {
    expect(['EXAMPLE.org.:80', '[::FFFF:1]:443'].map((text) => formatDestination(parseDestination(text)!))).toEqual([
      'example.org:80',
      '[::ffff:1]:443',
    ]);
  });
});

describe('which addresses are public', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450::1'])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
    'not an address',
  ])('not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
