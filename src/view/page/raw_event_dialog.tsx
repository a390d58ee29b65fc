import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { loadAttemptFile } from './load_attempt_file.js';

/** Opens the raw event of a number. */
export const RawEventOpener = createContext<(seq: number) => void>(() => {});

/** Button that shows an event as it stands in the record. */
export function RawEventButton({ seq, label = `event ${seq}` }: { seq: number; label?: string }) {
  const open = useContext(RawEventOpener);
  return (
    <button type="button" class="link" onClick={() => open(seq)}>
      {label}
    </button>
  );
}

/** Dialog with one event of the record. */
export function RawEventDialog({
  id,
  seq,
  version,
  run,
  onClose,
}: {
  id: string;
  seq: number;
  version: string;
  run: string;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('Loading …');
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    let is_current = true;
    void loadAttemptFile('events', id, version).then((events) => {
      const event = events?.find((one) => one.seq === seq);
      const cut = event?.cut === undefined ? '' : `\n… ${event.cut} more characters in ${run}/events.jsonl`;
      const missing =
        events === undefined ? `Its events are not here: see ${run}/events.jsonl` : `The record has no event ${seq}.`;
      const shown = event === undefined ? missing : `${event.text}${cut}`;
      if (is_current) setText(shown);
    });
    return () => {
      is_current = false;
    };
  }, [id, seq, version, run]);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="raw-title">
      <form method="dialog" class="dialog-head">
        <h2 id="raw-title">Event {seq}</h2>
        <button type="submit">Close</button>
      </form>
      <pre class="wrap" tabIndex={0}>
        {text}
      </pre>
    </dialog>
  );
}
