import { existsSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { execa } from 'execa';

/** Coarse signals about the machine, for diagnosis of environment-sensitive behaviour (executable contracts §3.2). */
export function describeMachine(): { platform: string; kernel: string; cpu_class: string; memory_class: string } {
  const processors = cpus();
  return {
    platform: `${process.platform}-${process.arch}`,
    kernel: release(),
    cpu_class: `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}`,
    memory_class: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  };
}

/** Versions of Node and git, on which everything here rests. */
export async function runtimeVersions(): Promise<Record<string, string>> {
  const git = await execa('git', ['--version'], { reject: false, stdin: 'ignore' });
  return { node: process.versions.node, git: /\d+(\.\d+)+/.exec(git.stdout)?.[0] ?? 'unknown' };
}

/** The machine's certificate bundle, which knows a company's own authority where Node does not. */
export function certificateBundle(): string | undefined {
  return ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem'].find((path) =>
    existsSync(path),
  );
}
