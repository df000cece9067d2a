/** Focuses the first invalid field of a form, once its error is rendered. */
export function focusFirstError(form: HTMLElement): void {
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
