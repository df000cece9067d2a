import { isWork, workText } from '../work.ts';
import { sha256 } from './sha256.ts';

/** Hashes in one turn, between which the page answers to whoever uses it. */
const inOneTurn = 400;

async function work(submissionId: string): Promise<string> {
  for (let nonce = 0; ; nonce++) {
    if (isWork(sha256(workText(submissionId, nonce)))) return String(nonce);
    if (nonce % inOneTurn === inOneTurn - 1) await new Promise((resolve) => setTimeout(resolve));
  }
}

/** By the id of the answer: its pages need the work once. */
const done = new Map<string, Promise<string>>();

/** Does the work that a form asks of browsers, and puts it into the form. */
export async function finishWork(form: HTMLFormElement): Promise<void> {
  const field = (name: string) => form.querySelector<HTMLInputElement>(`input[name=${name}]`);
  const [submission, input] = [field('submission'), field('work')];
  if (submission === null || input === null) return;
  const { value: id } = submission;
  const begun = done.get(id) ?? work(id);
  done.set(id, begun);
  input.value = await begun;
}
