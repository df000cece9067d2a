/** Brings the focus to the first field of a form that says it is wrong, once that stands there. */
export function leadToFault(form: HTMLElement): void {
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
