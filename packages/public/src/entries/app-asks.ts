import { lookPart } from '../app/look-part.ts';

/** Milliseconds of a pause in typing. */
const pause = 250;

const controlsIn = (input: Element): NodeListOf<HTMLInputElement> =>
  input.querySelectorAll('.control[name], .box[name]');

let looking: AbortController | null = null;

/** Shows what a form asks for by what is filled in now, which the server decides; what is written in it stays. */
async function ask(form: HTMLFormElement): Promise<void> {
  looking?.abort();
  const mine = new AbortController();
  looking = mine;
  const texts = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const body = new URLSearchParams([...texts, [lookPart, '1']]);
  const answer = await fetch(form.action, { method: 'POST', body, signal: mine.signal });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const now of form.querySelectorAll<HTMLElement>('[data-input]')) {
    const next = page.querySelector(`[data-input="${CSS.escape(now.dataset.input ?? '')}"]`);
    if (next === null) continue;
    now.classList.toggle('unmet', next.classList.contains('unmet'));
    const wanted = [...controlsIn(next)];
    controlsIn(now).forEach((control, at) => {
      control.required = wanted[at]?.required === true;
    });
  }
}

/** What a form asks for follows what is filled in. */
export function followAsked(): void {
  let typing: ReturnType<typeof setTimeout> | undefined;
  addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest<HTMLFormElement>('form[data-asks]') : null;
    if (form === null || document.querySelector('.canvas') !== null) return;
    clearTimeout(typing);
    typing = setTimeout(() => void ask(form).catch(() => {}), pause);
  });
}
