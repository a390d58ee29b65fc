import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import type { OutboundNetwork } from '../../network/outbound_network.js';

/** Network settings of the caller's machine, from its environment, which only a shell reads. */
export const outboundOptionsSchema = z.strictObject({
  http_proxy: z.string().optional(),
  https_proxy: z.string().optional(),
  no_proxy: z.array(z.string()).default([]),
  tool_variables: z
    .record(z.string(), z.string())
    .default({})
    .describe('variables by which package managers are configured'),
  certificates: z.array(z.string()).default([]).describe('files with certificates beyond those of the system'),
});
export type OutboundOptions = z.output<typeof outboundOptionsSchema>;

/** Reads the certificates of the network settings. @throws {UserError} if a named file cannot be read */
export function readOutboundNetwork({ certificates, ...order }: OutboundOptions): OutboundNetwork {
  const system = findCertificateBundle();
  const further = certificates.filter((path) => path !== system);
  return {
    ...order,
    ...omitUndefined({
      system_certificates: system === undefined ? undefined : readCertificates(system),
      extra_certificates: further.length === 0 ? undefined : further.map(readCertificates).join('\n'),
    }),
  };
}

function readCertificates(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(
      `certificates ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Correct SSL_CERT_FILE or NODE_EXTRA_CA_CERTS, or unset it.',
    );
  }
}

/**
 * Finds the machine's certificate bundle, which knows a company's own authority where Node does not.
 *
 * @returns undefined if there is none in the usual places
 */
function findCertificateBundle(): string | undefined {
  return ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem'].find((path) =>
    existsSync(path),
  );
}
