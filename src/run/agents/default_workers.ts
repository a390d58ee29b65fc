/** Default number of subtasks that an agent works on in parallel. */
export const DEFAULT_WORKERS = 2;
