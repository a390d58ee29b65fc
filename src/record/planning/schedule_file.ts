/** File name of a schedule. */
export const SCHEDULE_FILE = 'schedule.jsonl';
