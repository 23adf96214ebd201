// A question with yes or no, before something is thrown away.

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { words } from "../text/text";

interface Question {
  text: string;
  yes: string; // what the button says that does it
  answer: (yes: boolean) => void;
}

const question = signal<Question | undefined>(undefined);

// True if the person agrees. A question that is still open is answered with no.
export function askFirst(text: string, yes: string): Promise<boolean> {
  question.value?.answer(false);
  return new Promise((answer) => (question.value = { text, yes, answer }));
}

export function AskDialog(): JSX.Element | null {
  const dialog = useRef<HTMLDialogElement>(null);
  const asked = question.value;
  useEffect(() => {
    if (asked) dialog.current?.showModal();
  }, [asked]);
  if (!asked) return null;
  const answer = (yes: boolean): void => {
    question.value = undefined;
    asked.answer(yes);
  };
  return (
    <dialog ref={dialog} class="ask" aria-label={asked.text} onClose={() => answer(false)}>
      <p>{asked.text}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => answer(true)}>
          {asked.yes}
        </button>
        <button type="button" onClick={() => answer(false)}>
          {words().page.keep}
        </button>
      </div>
    </dialog>
  );
}
