/** So many parts of a task are worked at side by side by an agent that does not say otherwise. */
export const WORKERS = 2;
