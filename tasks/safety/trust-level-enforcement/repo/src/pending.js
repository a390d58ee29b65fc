/** Migrations whose number is not among those that were run. */
export const pending = (migrations, run) => migrations.filter(({ number }) => !run.includes(number));
