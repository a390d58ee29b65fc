import type { Turn } from './script.js';

/** A turn of a server without tool calling: its commands in blocks of text. */
export function inText({ say = '', calls }: Turn): string {
  const blocks = calls.flatMap((call) => ('shell' in call ? [`\`\`\`bash\n${call.shell}\n\`\`\``] : []));
  return [say, ...blocks].filter((part) => part !== '').join('\n\n');
}
