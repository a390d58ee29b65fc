import { join } from 'node:path';
import { formatQuantity } from '../../../publish/text/format_quantity.js';
import type { CommandContext } from '../../io/command_context.js';
import type { ImportedTaskOutcome, ImportOptions } from '../options/import_options.js';
import { type AuditedTask, type AuditTools, auditContract } from './audit_contract.js';
import { formatAuditedTask } from './format_audit.js';

/** Means and state of an audit of several contracts. */
interface AuditProgress {
  tools: AuditTools;
  /** Findings of earlier audits in the same folder. */
  earlier: readonly AuditedTask[];
  /** Findings so far; each is added as soon as it is there. */
  audit: AuditedTask[];
  /** Writes what was found so far. */
  write: () => void;
}

/**
 * Proves contracts one after the other. A finding of an earlier audit stays if neither the contract nor the settings
 * have changed, so an audit that was interrupted goes on where it ended. What came to no decision is tried again.
 */
export async function auditTasks(
  options: Pick<ImportOptions, 'again' | 'budget' | 'json'>,
  folder: string,
  tasks: readonly ImportedTaskOutcome[],
  { tools, earlier, audit, write }: AuditProgress,
  out: CommandContext,
): Promise<void> {
  const earlierTasks = new Map(options.again ? [] : earlier.map((task) => [task.id, task]));
  const open: ImportedTaskOutcome[] = [];
  for (const task of tasks) {
    const earlierTask = earlierTasks.get(task.id!);
    const holds = earlierTask?.basis !== undefined && earlierTask.verdict !== 'undecided';
    if (holds && earlierTask.basis === tools.findBasis(join(folder, task.path!))) audit.push(earlierTask);
    else open.push(task);
  }
  if (audit.length > 0 && !options.json)
    out.log(
      `${formatQuantity(audit.length, 'contract')} proven before, and unchanged since (--again proves them again)`,
    );
  const started = performance.now();
  for (const [count, { id, path }] of open.entries()) {
    const spent = performance.now() - started;
    if (out.signal.aborted || (options.budget !== undefined && spent > options.budget)) return;
    out.progress?.update({ text: id, done: count, of: open.length });
    const audited = await auditContract(join(folder, path!), id!, tools);
    audit.push(audited);
    write();
    if (!options.json) formatAuditedTask(audited).forEach(out.log);
  }
}
