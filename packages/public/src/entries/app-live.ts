/** Milliseconds in which several changes are read once. */
const together = 400;

/** Whether somebody is in the middle of something that reading the page again would take away. */
const isBusy = (): boolean => {
  const form = document.activeElement?.closest('form');
  const isTyping = form !== null && form !== undefined && !('look' in form.dataset);
  const isFilledIn = [...document.querySelectorAll<HTMLInputElement>('form[data-send] .control')].some(
    (control) => control.value !== control.defaultValue && control.type !== 'select-one',
  );
  return isTyping || isFilledIn || document.querySelector('details[open], dialog[open]') !== null;
};

/** Hears that something has changed, and has it read again when it is seen. */
export function listen(read: () => void): void {
  const address = document.querySelector<HTMLElement>('.app')?.dataset.live;
  if (address === undefined) return;
  let isDue = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (document.hidden || isBusy()) return;
      isDue = false;
      read();
    }, together);
  };
  const stream = new EventSource(address);
  stream.addEventListener('message', () => {
    isDue = true;
    soon();
  });
  const later = () => {
    if (isDue) soon();
  };
  document.addEventListener('visibilitychange', later);
  addEventListener('focusout', later);
  addEventListener('pagehide', () => stream.close());
}
