// Says what is wrong with answers on a page that the browser has turned itself, as a page of the server says it.

import { fault, faultId } from '../form/controls/control.ts';
import { faultSummary, type Wrong } from '../form/fault-summary.ts';
import type { Html } from '../html.ts';

const nodesOf = (html: Html): readonly Node[] => [
  ...new DOMParser().parseFromString(html.text, 'text/html').body.childNodes,
];

/** Lists what is wrong above the form. */
export function listFaults(shown: Document, wrong: readonly Wrong[], text: string): void {
  shown.querySelector('main form')?.before(...nodesOf(faultSummary(text, wrong)));
}

/** What holds the controls of a field, and what is said of it: a part, or the whole question. */
function holderOf(control: HTMLElement): Element | null {
  const part = control.closest('tr.part');
  return part === null ? control.closest('.part, .question') : part.querySelector('th');
}

/** Marks each control whose answer is wrong, and says why beside it. */
export function markFaults(form: HTMLFormElement, wrong: readonly Wrong[]): void {
  for (const { id, reason } of wrong) {
    const first = document.getElementById(id);
    if (first === null || !form.contains(first)) continue;
    const holder = holderOf(first);
    const said = fault(id, reason, { sentence: String });
    if (said !== false && document.getElementById(faultId(id)) === null) holder?.append(...nodesOf(said));
    const details = first.closest('details');
    if (details !== null) details.open = true;
    for (const control of form.querySelectorAll<HTMLElement>(
      `[name="${CSS.escape(id)}"]:not([type=hidden])`,
    )) {
      control.ariaInvalid = 'true';
      const others = control.getAttribute('aria-describedby');
      control.setAttribute('aria-describedby', [others, faultId(id)].filter(Boolean).join(' '));
    }
  }
}
