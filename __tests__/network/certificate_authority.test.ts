import { X509Certificate } from 'node:crypto';
import { createCertificateAuthority } from '../../src/network/certificate_authority.js';
import { ALL } from '../extent.js';

describe('the authority of recorded responses', () => {
  it('signs certificates that TLS takes, for names and addresses, however their serial number falls', async () => {
    const { certificate, contextFor } = await createCertificateAuthority(new Date());
    const own = new X509Certificate(certificate);
    expect([own.ca, own.checkIssued(own), own.serialNumber.startsWith('01')]).toEqual([true, true, true]);
    const hosts = Array.from({ length: ALL ? 40 : 12 }, (_, i) => (i % 2 === 0 ? `host-${i}.example` : `192.0.2.${i}`));
    expect(hosts.map((host) => typeof contextFor(host))).toEqual(hosts.map(() => 'object'));
    expect(contextFor(hosts[0]!)).toBe(contextFor(hosts[0]!));
  });
});
