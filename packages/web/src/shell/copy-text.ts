/**
 * Copies a text at a press; false where the browser does not allow it. Unlike the clipboard's own interface it needs no
 * TLS, which the server of a small office may not have.
 */
export function copyText(text: string): boolean {
  const stop = new AbortController();
  document.addEventListener(
    'copy',
    (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      event.clipboardData?.setData('text/plain', text);
    },
    { capture: true, signal: stop.signal },
  );
  const done = document.execCommand('copy');
  stop.abort();
  return done;
}
