/** Texts of a record that events name by digest, and its patch. */
export interface RecordTexts {
  /** Returns the text of an artifact; undefined if it is not there. */
  readArtifact(digest: string): string | undefined;
  patch: Uint8Array;
  briefing: string;
}
