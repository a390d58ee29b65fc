import { type Command, Help } from 'commander';

/** Options of a group in the help text, by their long names. */
export type HelpGroups = Readonly<Record<string, readonly string[]>>;

/**
 * Shows the common options of a command in groups, and the others only with `--help-all`. All options stay valid, and
 * mistyped ones are suggested as before.
 */
export function addGroupedHelp(command: Command, common: HelpGroups, further: HelpGroups): Command {
  let whole = false;
  const placed = new Map(
    Object.entries({ ...common, ...further }).flatMap(([group, names]) => names.map((name) => [name, group] as const)),
  );
  const shown = new Set(Object.values(common).flat());
  command.option('--help-all', 'show all options').on('option:help-all', () => {
    whole = true;
    command.help();
  });
  for (const option of command.options) {
    const group = placed.get(option.long ?? '');
    if (group !== undefined) option.helpGroup(`${group}:`);
  }
  const order = Object.values({ ...common, ...further }).flat();
  return command.configureHelp({
    formatHelp(of, helper) {
      const hidden = of.options.filter(({ long }) => !whole && !shown.has(long ?? '') && long !== '--help-all');
      for (const option of hidden) option.hidden = true;
      try {
        return Help.prototype.formatHelp.call(helper, of, helper);
      } finally {
        for (const option of hidden) option.hidden = false;
      }
    },
    visibleOptions(of) {
      const place = ({ long }: { long?: string | undefined }) => {
        const at = order.indexOf(long ?? '');
        return at < 0 ? order.length : at;
      };
      return Help.prototype.visibleOptions.call(this, of).sort((a, b) => place(a) - place(b));
    },
  });
}
