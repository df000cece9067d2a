/** In a frame of another page the form tells how high it is, so that the page can make room for it. */
export function tellHeight(): void {
  if (parent === window) return;
  const tell = () =>
    // The height is no secret, and who shows the form is decided by its headers.
    parent.postMessage({ weftFormHeight: document.documentElement.offsetHeight }, '*');
  new ResizeObserver(tell).observe(document.documentElement);
  tell();
}
