import type { RefusalCode } from '../contract/coordination/mechanism.js';
import type { ParsedCommand } from './invocation.js';
/** Request to judge a command line, an edit of a file, or a text that announces acts. */
export type GuardRequest = {
    command: string;
    folder?: string;
    /** Result of `parse` for the command, so that it is not parsed twice. */
    reading?: ParsedCommand;
} | {
    write: string;
    content?: string;
    /** Part of the file that the content replaces; absent for the whole file. */
    replaces?: string;
} | {
    text: string;
};
/** Severities of rules in their order, the most severe first. Trust can switch rules off, but never catastrophic ones. */
export declare const SEVERITY_ORDER: {
    readonly catastrophic: 0;
    readonly severe: 1;
    readonly risky: 2;
};
/** Verdict of the guard. */
export type GuardVerdict = {
    verdict: 'allow';
    format: 'code' | 'natural_text';
} | {
    verdict: 'deny';
    /** Id of the rule. */
    rule: string;
    category: string;
    severity: keyof typeof SEVERITY_ORDER;
    code: Extract<RefusalCode, 'destructive_operation_blocked' | 'credential_file_protected'>;
    /** Explanation of the problem and of the alternative, for agents and people; one line. */
    reason: string;
    format: 'code' | 'natural_text';
};
/** Levels of the guard: the workspace is the agent's own, or it is a person's, who must be able to undo everything. */
export declare const guardLevels: readonly ['workspace', 'strict'];
/** Principal whose request is judged. */
export interface Principal {
    /** Trust level 0–4. */
    trust: number;
    /** Level of the guard; default `workspace`. */
    level?: (typeof guardLevels)[number];
    /** Absolute path of the workspace as commands see it; default /work. Anything outside is not the agent's. */
    workspace?: string;
}
/** Guardrails of one attempt (A5). Pure, but for the files and downloads that a guard remembers. */
export interface Guard {
    judge(request: GuardRequest, principal: Principal): GuardVerdict;
    /** Parses a command line, with the files written before. The same line is not parsed twice in a row. */
    parse(command: string, folder?: string): ParsedCommand;
}
