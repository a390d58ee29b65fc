import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Address ranges outside the public internet: this machine, its neighbours, metadata services of clouds, multicast and
 * reserved ranges (IANA special-purpose registries, RFC 6890). A name server may answer with any of them.
 */
const INTERNAL: Record<'ipv4' | 'ipv6', readonly string[]> = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
    // Metadata and platform services at public-looking addresses.
    '168.63.129.16/32',
  ],
  // Only 2000::/3 is routed; ranges for embedded IPv4, documentation and benchmarks within it are internal.
  ipv6: ['::/3', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '4000::/2', '8000::/1'],
};

// One list per family: a common list would match every IPv4 address as IPv4-mapped IPv6.
const internalRanges = { ipv4: createBlockList('ipv4'), ipv6: createBlockList('ipv6') };

function createBlockList(family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of INTERNAL[family]) {
    const [address = '', prefix = ''] = subnet.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Returns true if an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  return isIP(address) !== 0 && !internalRanges[family].check(address, family);
}
