import picomatch from 'picomatch';

/**
 * Patterns of files in a repository that coding agents read as instructions, skills, commands, hooks or servers, from
 * the documentation of the agents.
 */
const SETTINGS_PATTERNS: readonly string[] = [
  ...['AGENTS.md', 'AGENTS.override.md', 'AGENT.md', 'CLAUDE.md', 'CLAUDE.local.md', 'GEMINI.md', 'QWEN.md'],
  ...[
    '.agents/**',
    '.claude/**',
    '.codex/**',
    '.gemini/**',
    '.qwen/**',
    '.cursor/**',
    '.windsurf/**',
    '.clinerules/**',
  ],
  ...[
    '.roo/**',
    '.continue/**',
    '.junie/**',
    '.kiro/**',
    '.amazonq/**',
    '.opencode/**',
    '.openhands/**',
    '.augment/**',
  ],
  ...['.cursorrules', '.windsurfrules', '.clinerules', '.roorules', '.roomodes', '.goosehints', '.aider.conf.yml'],
  ...['.mcp.json', '.vscode/mcp.json', 'opencode.json', 'opencode.jsonc', 'crush.json', '.crush.json'],
  ...['instructions', 'prompts', 'agents', 'chatmodes', 'skills'].map((name) => `.github/${name}/**`),
  '.github/copilot-instructions.md',
].map((pattern) => `**/${pattern}`);

/** Creates a predicate of paths of settings: those of the known agents, and of further patterns. */
export function createSettingsMatcher(patterns: readonly string[]): (path: string) => boolean {
  const matches = picomatch([...SETTINGS_PATTERNS, ...patterns], { dot: true, windows: false, flags: 's' });
  return (path) => matches(path);
}
