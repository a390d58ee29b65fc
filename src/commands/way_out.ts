import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { UserError } from '../contract/user_error.js';
import type { WayOut } from '../run/egress/way_out.js';
import { certificateBundle } from '../run/machine.js';

/** How the caller's machine reaches others, as its environment says; only a shell reads that. */
export const wayOutSchema = z.strictObject({
  http_proxy: z.string().optional(),
  https_proxy: z.string().optional(),
  no_proxy: z.array(z.string()).default([]),
  tool_variables: z
    .record(z.string(), z.string())
    .default({})
    .describe('variables by which package managers are configured'),
  certificates: z.array(z.string()).default([]).describe('files with certificates beyond those of the system'),
});
export type WayOutOrder = z.output<typeof wayOutSchema>;

/** The way out with its certificates read. @throws {UserError} when a named file cannot be read */
export function readWayOut({ certificates, ...order }: WayOutOrder): WayOut {
  const system = certificateBundle();
  const own = certificates.filter((path) => path !== system);
  return {
    ...order,
    ...(system === undefined ? {} : { system_certificates: read(system) }),
    ...(own.length === 0 ? {} : { extra_certificates: own.map(read).join('\n') }),
  };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(
      `certificates ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Correct SSL_CERT_FILE or NODE_EXTRA_CA_CERTS, or unset it.',
    );
  }
}
