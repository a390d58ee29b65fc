/**
 * Credentials taken out of the addresses in a text: `https://user:token@host/` and, for http, every user name alone, since
 * services take a token in its place. What stands before the last `@` of the authority goes, also where it was not encoded.
 */
export function withoutCredentials(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]{0,20}:)\/\/([^\s/?#"'<>]*)@/gi, (whole, scheme: string, user: string) =>
    /^(git\+)?ssh:$/i.test(scheme) && !user.includes(':') ? whole : `${scheme}//`,
  );
}
