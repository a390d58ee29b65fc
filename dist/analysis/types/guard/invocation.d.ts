/** Placeholder in a text for a value that is unknown before the command runs. */
export declare const UNKNOWN_VALUE = "\uFFFC";
/** Placeholder for a value that the line holds but the parser did not follow. */
export declare const UNREAD_VALUE = "\uFFFC\uFFFB";
/** Placeholder for a value that is unknown, but not empty: `${X:?}`. */
export declare const NON_EMPTY_VALUE = "\uFFFC\u2026";
/** Returns true if a part of a text was not read completely. */
export declare const hasUnreadValue: (text: string) => boolean;
/** Returns the placeholder for a text that became unknown: unread if a part of it was unread. */
export declare const replaceWithUnknown: (text: string) => string;
/** Returns the placeholder for the result of a change that is not evaluated: unread if the text was known or unread. */
export declare const replaceWithUnevaluated: (text: string) => string;
/** Word after quotes, escapes and known variables are resolved. */
export interface ExpandedWord {
    /** Text, with the placeholder `UNKNOWN_VALUE` for unknown parts. */
    text: string;
    /** The word holds a pattern that the shell would expand. */
    glob: boolean;
    /** The unknown part stands outside quotes: it may become several words, and options. */
    bare?: true;
    /** The text follows from the line alone. */
    exact?: true;
}
/** Creates a word. */
export declare const createWord: (text: string, glob?: boolean) => ExpandedWord;
/** Creates words without patterns. */
export declare const createWords: (texts: readonly string[]) => ExpandedWord[];
/** Joins words by blanks to one, with a pattern if one of them has one. */
export declare const concatenateWords: (words: readonly ExpandedWord[]) => ExpandedWord;
/** Returns true if no part of a word is unknown. */
export declare const isKnownWord: ({ text }: ExpandedWord) => boolean;
/** Languages of the code that the guard parses. */
export declare const codeLanguages: readonly ['shell', 'python', 'javascript', 'perl', 'ruby', 'php', 'awk', 'sql', 'other'];
export type CodeLanguage = (typeof codeLanguages)[number];
/** Source of an invocation's standard input. */
export type InvocationInput = {
    kind: 'text';
    text: string;
} | {
    kind: 'file';
    path: ExpandedWord;
}
/** Output of other invocations, the nearest last. */
 | {
    kind: 'pipe';
    from: readonly Invocation[];
};
/** Redirection of an invocation. */
export interface Redirection {
    kind: 'read' | 'write' | 'append';
    path: ExpandedWord;
}
/** Invocation of one program, with its wrappers removed. */
export interface Invocation {
    /** Name without its folder; holds `UNKNOWN_VALUE` if it is not known before the command runs. */
    program: string;
    /** Name as written, with its folder. */
    path: string;
    args: readonly ExpandedWord[];
    redirects: readonly Redirection[];
    /** Variables set for this invocation alone. */
    environment: Readonly<Record<string, ExpandedWord>>;
    input?: InvocationInput;
    /** Removed wrappers, outermost first: sudo, xargs, timeout, sh, … */
    wrappers: readonly string[];
    language: CodeLanguage;
    /** Code that filters its input, with the invocations that feed it. */
    filter?: {
        code: string;
        from: readonly Invocation[];
    };
    /** Client that runs this statement of SQL, with its arguments and variables. */
    client?: Pick<Invocation, 'program' | 'args' | 'environment'>;
    /** Earlier invocations without whose success it does not run: `a && b`. */
    needs?: readonly Invocation[];
    /** Its output becomes part of a word or a value. */
    captured?: true;
    /** Working directory, if an earlier `cd` or an option sets it. */
    folder?: ExpandedWord;
}
/** Returns the program and the arguments of an invocation as one line. */
export declare const writeLine: ({ program, args }: Pick<Invocation, 'program' | 'args'>) => string;
/** Returns the invocations whose output a pipe brings, the nearest last. */
export declare const getFeeders: ({ input }: Pick<Invocation, 'input'>) => readonly Invocation[];
/** Result of parsing a command line; with a problem, it is incomplete and the guard denies the command. */
export interface ParsedCommand {
    invocations: Invocation[];
    /** Known output, with placeholders for the unknown. */
    output?: string;
    problem?: {
        kind: 'unparsable' | 'too-long' | 'too-deep' | 'too-much';
        detail: string;
    };
}
/** Wrappers of what runs in a container. */
export declare const CONTAINERS: {
    /** A new one without files of the machine: the files that it touches end with it. */
    readonly closed: 'closed-container';
    /** One that the line started, and that knows no other service. */
    readonly own: 'own-container';
};
/** Creates an invocation of a shell that stands for an effect, not for a command as written. */
export declare const createShellInvocation: (program: string, args: readonly ExpandedWord[], redirects?: readonly Redirection[], folder?: ExpandedWord) => Invocation;
