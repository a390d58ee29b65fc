import picomatch from 'picomatch';

/**
 * Patterns of files in a repository that coding agents read as instructions, skills, commands, hooks or servers, from
 * the documentation of the agents.
 */
const SETTINGS_PATTERNS: readonly string[] = [
  ...['**/AGENTS.md', '**/AGENTS.override.md', '**/AGENT.md', '.agents/**'],
  ...['**/CLAUDE.md', '**/CLAUDE.local.md', '**/.claude/**', '.mcp.json', '.codex/**'],
  ...['**/GEMINI.md', '.gemini/**', '**/QWEN.md', '.qwen/**', '.cursor/**', '**/.cursorrules'],
  ...['.windsurf/**', '.windsurfrules', '.clinerules', '.clinerules/**', '.roo/**', '.roorules', '.continue/**'],
  ...['.github/copilot-instructions.md', '.github/instructions/**', '.github/prompts/**', '.github/agents/**'],
  ...['.github/chatmodes/**', '.github/skills/**', '.vscode/mcp.json', '.aider.conf.yml', '.junie/**', '.kiro/**'],
  ...['.amazonq/**', '.opencode/**', 'opencode.json', 'opencode.jsonc', '.openhands/**', '.goosehints', '.crush.json'],
];

/** Creates a predicate of paths of settings: those of the known agents, and of further patterns. */
export function createSettingsMatcher(patterns: readonly string[]): (path: string) => boolean {
  const matches = picomatch([...SETTINGS_PATTERNS, ...patterns], { dot: true, windows: false, flags: 's' });
  return (path) => matches(path);
}
