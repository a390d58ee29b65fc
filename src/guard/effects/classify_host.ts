import type { ExpandedWord } from '../invocation.js';
import { forms } from '../vocabulary/vocabulary.js';

/** Class of a destination: this machine, another one, or a known place for leaked data. */
export type HostClass = 'local' | 'remote' | 'drop';

/** Returns the class of the host that a word names, or undefined if it names none. */
export function classifyHost({ text }: ExpandedWord): HostClass | undefined {
  const host = forms.host.exec(text.slice(0, 2048))?.[1]?.toLowerCase();
  if (host === undefined || !(/[@:]/.test(text) || /\w\.\w/.test(host) || host === 'localhost')) return undefined;
  if (forms.local_host.test(host)) return 'local';
  return forms.drop_host.test(host) ? 'drop' : 'remote';
}
