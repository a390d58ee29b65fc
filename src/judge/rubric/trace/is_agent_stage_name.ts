const AGENT_STAGES: ReadonlySet<string | null> = new Set(['inspect', 'write', 'test']);

/** Checks whether a stage belongs to the agent. Setup and evaluation do not. */
export const isAgentStageName = (stage: string | null | undefined): boolean => AGENT_STAGES.has(stage ?? null);
