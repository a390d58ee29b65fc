import type { ScriptTurn } from './upstream_script.js';

/** Formats a turn for a server without tool calling: its commands in blocks of text. */
export function formatTurnAsText({ say = '', calls }: ScriptTurn): string {
  const blocks = calls.flatMap((call) => ('shell' in call ? [`\`\`\`bash\n${call.shell}\n\`\`\``] : []));
  return [say, ...blocks].filter((part) => part !== '').join('\n\n');
}
