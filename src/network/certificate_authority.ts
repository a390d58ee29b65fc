import { generateKeyPair, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { promisify } from 'node:util';
import type { pki } from 'node-forge';
import forge from 'node-forge/lib/forge.js';
import 'node-forge/lib/sha256.js';
import 'node-forge/lib/x509.js';

/** Certificate authority that lives as long as this process and signs for recorded hosts only. */
export interface CertificateAuthority {
  /** Certificate of the authority, PEM, which a sandbox has to trust. */
  certificate: string;
  /** Returns the TLS context of a server for `host`. */
  contextFor(host: string): SecureContext;
}

/** Maximum number of hosts whose certificates are cached. */
const KEPT = 1000;
const DAY_MS = 86_400_000;

/** Creates a certificate authority. Its key never leaves the process. */
export async function createCertificateAuthority(now: Date): Promise<CertificateAuthority> {
  const [authority_keys, shared] = await Promise.all([generateKeys(), generateKeys()]);
  const name = [{ name: 'commonName', value: 'gatebench recorded responses' }];
  const authority = createCertificate(authority_keys.publicKey, name, now);
  authority.setIssuer(name);
  authority.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  authority.sign(authority_keys.privateKey, forge.md.sha256.create());
  const contexts = new Map<string, SecureContext>();
  return {
    certificate: forge.pki.certificateToPem(authority),
    contextFor(host) {
      let context = contexts.get(host);
      if (context === undefined) {
        const leaf = createCertificate(shared.publicKey, [{ name: 'commonName', value: host.slice(0, 64) }], now);
        leaf.setIssuer(name);
        leaf.setExtensions([
          { name: 'basicConstraints', cA: false },
          { name: 'keyUsage', digitalSignature: true, keyEncipherment: true },
          { name: 'extKeyUsage', serverAuth: true },
          { name: 'subjectAltName', altNames: [isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host }] },
          { name: 'authorityKeyIdentifier', keyIdentifier: authority.generateSubjectKeyIdentifier().getBytes() },
        ]);
        leaf.sign(authority_keys.privateKey, forge.md.sha256.create());
        context = createSecureContext({ key: shared.pem, cert: forge.pki.certificateToPem(leaf) });
        if (contexts.size >= KEPT) contexts.clear();
        contexts.set(host, context);
      }
      return context;
    },
  };
}

async function generateKeys() {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const der = privateKey.export({ type: 'pkcs1', format: 'der' }).toString('latin1');
  const key = forge.pki.privateKeyFromAsn1(forge.asn1.fromDer(der)) as pki.rsa.PrivateKey;
  return { pem, privateKey: key, publicKey: forge.pki.setRsaPublicKey(key.n, key.e) };
}

function createCertificate(publicKey: pki.rsa.PublicKey, subject: pki.CertificateField[], now: Date): pki.Certificate {
  const created = forge.pki.createCertificate();
  created.publicKey = publicKey;
  // The leading 01 keeps the number positive and its DER encoding minimal.
  created.serialNumber = `01${randomBytes(15).toString('hex')}`;
  created.validity.notBefore = new Date(now.getTime() - DAY_MS);
  created.validity.notAfter = new Date(now.getTime() + 30 * DAY_MS);
  created.setSubject(subject);
  return created;
}
