/** File name of a plan. It stands apart from the schema of plans, which takes long to create. */
export const PLAN_FILE = 'plan.json';

/** File name of a schedule. */
export const SCHEDULE_FILE = 'schedule.jsonl';
