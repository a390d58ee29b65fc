import type { AtifDocument } from './atif_document.js';

/** Formats of trajectories that are read. */
export const trajectoryFormats = ['swe-agent', 'mini-swe-agent', 'openhands', 'atif', 'gemini-cli'] as const;
type TrajectoryFormat = (typeof trajectoryFormats)[number];

/** Trajectory of an agent that ran elsewhere, in the form of ATIF. It is what its file claims: nobody here saw it. */
export interface ImportedTrajectory {
  format: TrajectoryFormat;
  /** Version of the format or of the program that wrote it; null = not stated. */
  format_version: string | null;
  document: AtifDocument;
  /** Id of the task that the file names; null = none. */
  task: string | null;
  /** Bytes of the agent's patch; null = the file has none, no bytes = the agent submitted nothing. */
  patch: Uint8Array | null;
  /** The patch is from a file beside the trajectory. */
  patch_file?: true;
  /** End of the agent, in the words of its program; null = not stated. */
  exit_status: string | null;
  /** File with the position of the row: `output.jsonl:12`, `run.traj`. */
  place: string;
  /** Digest and size of the text that was read. */
  sha256: string;
  bytes: number;
}
