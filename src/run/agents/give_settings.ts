import { computeDigest } from '../../record/json/compute_digest.js';
import type { AgentSettings } from '../../workspace/settings/read_agent_settings.js';
import type { Agent } from './agent.js';

/**
 * Returns an agent that works with given settings in its workspace. They are part of its identity. Agents that bring a
 * finished patch have no workspace and stay as they are.
 */
export function giveSettings(agent: Agent, settings: AgentSettings): Agent {
  if ('patch' in agent) return agent;
  const files = Object.fromEntries(settings.files.map(({ path, sha256 }) => [path, sha256]));
  return {
    ...agent,
    identity: computeDigest({ agent: agent.identity, settings: settings.sha256 }),
    detail: {
      ...agent.detail,
      settings: { sha256: settings.sha256, revision: settings.revision, patterns: [...settings.patterns], files },
    },
    settings,
  };
}
