// Says what is wrong with answers on a page that the browser has turned itself, as a page of the server says it.
import type { Wrong } from '../form/fault-summary.ts';
import { html } from '../html.ts';

/** Lists what is wrong above the form. `frame` comes from the server: it is empty. */
export function listFaults(form: Element, wrong: readonly Wrong[], frame: string, text: string): void {
  form.insertAdjacentHTML('beforebegin', frame);
  const alert = form.previousElementSibling as Element;
  alert.firstElementChild?.append(text);
  const links = wrong.map(({ id, name, reason }) => html`<li><a href="#${id}">${name}</a>: ${reason}</li>`);
  alert.insertAdjacentHTML('beforeend', html`<ul>${links}</ul>`.text);
}

/** Marks each control whose answer is wrong, and says why beside it, in a frame that comes from the server. */
export function markFaults(form: HTMLFormElement, wrong: readonly Wrong[], frame: string): void {
  for (const { id, reason } of wrong) {
    const first = document.getElementById(id);
    const part = first?.closest('.part, .question');
    const holder = part?.querySelector('th') ?? part;
    holder?.insertAdjacentHTML('beforeend', frame);
    const said = holder?.lastElementChild;
    if (!said) continue;
    said.id = `${id}-fault`;
    said.append(reason);
    first?.closest('details')?.setAttribute('open', '');
    for (const control of form.querySelectorAll(`[name="${CSS.escape(id)}"]:not([type=hidden])`)) {
      const others = control.getAttribute('aria-describedby') ?? '';
      control.setAttribute('aria-describedby', `${others} ${said.id}`);
      control.setAttribute('aria-invalid', 'true');
    }
  }
}
