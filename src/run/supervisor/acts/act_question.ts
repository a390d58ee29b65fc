/** Part of an agent's act that the guard judges. */
export type ActQuestion =
  | { form: 'command'; command: string; folder?: string | undefined }
  | { form: 'edit'; path: string; content?: string | undefined; replaces?: string | undefined }
  /** Code of another language, as the command that would run it. */
  | { form: 'code'; command: string; code: string }
  | { form: 'text'; text: string }
  /** Content that is too large to judge. */
  | { form: 'unread'; text: string };

/** Returns the text by which an act shows a question: command line, path of an edit, code, or words. */
export function getQuestionText(question: ActQuestion): string {
  switch (question.form) {
    case 'command':
      return question.command;
    case 'edit':
      return question.path;
    case 'code':
      return question.code;
    case 'text':
    case 'unread':
      return question.text;
  }
  return question satisfies never;
}

/** Returns a key that is equal for equal questions. */
export function getQuestionKey(question: ActQuestion): string {
  return question.form === 'edit'
    ? ['edit', question.path, question.replaces ?? '', question.content ?? ''].join('\0')
    : `${question.form}\0${getQuestionText(question)}`;
}
