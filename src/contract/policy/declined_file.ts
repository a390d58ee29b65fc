/** File at the root of the repository in which an agent says that it declines a task. */
export const DECLINED_FILE = 'declined.txt';
