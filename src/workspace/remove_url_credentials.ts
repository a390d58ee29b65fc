/**
 * Removes credentials from URLs in a text. Removes `user:token@`, and for http also a user name alone, since services
 * accept a token there. The last `@` of the authority counts, even if an earlier one is not encoded.
 */
export function removeUrlCredentials(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]{0,20}:)\/\/([^\s/?#"'<>]*)@/gi, (whole, scheme: string, user: string) =>
    /^(git\+)?ssh:$/i.test(scheme) && !user.includes(':') ? whole : `${scheme}//`,
  );
}
