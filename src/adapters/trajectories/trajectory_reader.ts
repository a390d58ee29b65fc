import type { ImportedTrajectory } from '../../record/trajectory/atif_document.js';

/** Contents of a trajectory, without its place in a file. */
type ReadTrajectory = Omit<ImportedTrajectory, 'place' | 'sha256' | 'bytes'>;

/** Reader of one format. */
export interface TrajectoryReader {
  /** Checks by its fields if a JSON value is of this format. */
  matches(value: unknown): boolean;
  /** Reads it. @throws {TrajectoryFault} for a field that is missing or of another type */
  read(value: unknown): ReadTrajectory;
}
