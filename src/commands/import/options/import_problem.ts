/** Reason for which a task of a benchmark becomes no contract. It is no fault of the user. */
export class ImportProblem extends Error {}
