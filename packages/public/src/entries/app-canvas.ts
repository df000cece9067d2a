/** In the editor a press chooses the block that it is on; links lead within the draft. */
export function onCanvas(): void {
  if (document.querySelector('.canvas') === null || parent === window) return;
  addEventListener(
    'click',
    (event) => {
      const block =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-block-id]') : null;
      const message = { type: 'weft:select', blockId: block?.dataset.blockId ?? null };
      parent.postMessage(message, location.origin);
      // What is pressed to be chosen does nothing; the navigation of the app leads on.
      if (block === null) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  addEventListener('submit', (event) => event.preventDefault(), { capture: true });
}
