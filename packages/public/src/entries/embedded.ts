/** In a frame of another page the form tells how high it is, so that the page can make room for it. */
export function tellHeight(): void {
  if (parent === window) return;
  const tell = () =>
    // The height is no secret, and who shows the form is decided by its headers.
    parent.postMessage({ weftFormHeight: document.documentElement.offsetHeight }, '*');
  new ResizeObserver(tell).observe(document.documentElement);
  tell();
  // The page around it hears no keys that are pressed in here: where the form is open in a dialog, this closes it.
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) parent.postMessage({ weftFormEscape: true }, '*');
  });
}
