// Shows a form of ours on the page of another site. It stands for itself: no other file is loaded, nothing of that page is
// read, and everything it adds is its own.
(() => {
  const script = document.currentScript as HTMLScriptElement | null;
  const home = new URL(script?.src ?? location.href).origin;
  let count = 0;

  const styled = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    css: string,
    more: Partial<HTMLElementTagNameMap[Name]> = {},
  ): HTMLElementTagNameMap[Name] => {
    const element = document.createElement(name);
    element.style.cssText = css;
    return Object.assign(element, more);
  };

  /** The form in a frame; it tells its height, and nothing jumps where the first one was given. */
  const frameOf = (
    box: HTMLElement,
    css: string,
    { follows = false, onEscape }: { readonly follows?: boolean; readonly onEscape?: () => void },
  ): HTMLIFrameElement => {
    const address = new URL(box.dataset.weftForm ?? '', home);
    // What the page was opened with fills in hidden questions. The rest of its address is nobody's affair, and steers nothing.
    const here = new URLSearchParams(location.search);
    for (const named of (box.dataset.pass ?? '').split(' ')) {
      const name = decodeURIComponent(named);
      const value = /^(new|lang|weft-.*)?$/.test(name) ? null : here.get(name);
      if (value !== null && !address.searchParams.has(name)) address.searchParams.set(name, value);
    }
    const frame = styled('iframe', `border:0;width:100%;${css}`, {
      title: box.dataset.title ?? 'Form',
      src: address.href,
    });
    addEventListener('message', ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.contentWindow || origin !== address.origin) return;
      const told = data as { readonly weftFormHeight?: unknown; readonly weftFormEscape?: unknown } | null;
      if (told?.weftFormEscape === true) onEscape?.();
      const height = Number(told?.weftFormHeight);
      if (follows && height > 0) frame.style.height = `${Math.ceil(height)}px`;
    });
    return frame;
  };

  const panels: { readonly [mode: string]: string } = {
    popup: 'margin:auto;width:min(640px,92vw);height:min(720px,92dvh);border-radius:12px',
    slider: 'margin:0 0 0 auto;width:min(480px,100vw);height:100dvh;max-height:100dvh',
  };

  /** Opens the form over the page, in a dialog of the browser's own: it keeps the focus, and Escape closes it. */
  const opener = (box: HTMLElement, mode: string): (() => void) => {
    let dialog: HTMLDialogElement | null = null;
    return () => {
      if (dialog === null) {
        dialog = styled('dialog', `padding:0;border:0;overflow:hidden;background:#fff;${panels[mode]}`);
        const close = styled(
          'button',
          'position:absolute;top:8px;right:8px;width:32px;height:32px;border:0;border-radius:16px;background:#fff;color:#222;box-shadow:0 0 0 1px #0004;font:20px/1 sans-serif;cursor:pointer',
          { type: 'button', textContent: '×', ariaLabel: 'Close', onclick: () => dialog?.close() },
        );
        dialog.append(frameOf(box, 'height:100%', { onEscape: () => dialog?.close() }), close);
        document.body.append(dialog);
      }
      dialog.showModal();
    };
  };

  const show = (box: HTMLElement): void => {
    if (box.dataset.weftShown !== undefined) return;
    box.dataset.weftShown = String(++count);
    const mode = box.dataset.mode ?? 'inline';
    if (mode === 'inline')
      box.append(frameOf(box, `height:${Number(box.dataset.height) || 480}px`, { follows: true }));
    else if (mode === 'full')
      document.body.append(frameOf(box, 'position:fixed;inset:0;height:100%;z-index:2147483000', {}));
    else {
      const open = opener(box, mode === 'popup' ? 'popup' : 'slider');
      const tab =
        mode === 'tab' &&
        'position:fixed;right:0;top:50%;z-index:2147483000;transform:translateY(-50%);writing-mode:vertical-rl;border-radius:8px 0 0 8px;';
      const look =
        'padding:10px 16px;border:0;border-radius:8px;background:#3a4cc8;color:#fff;font:600 15px/1.4 sans-serif;cursor:pointer;';
      box.append(
        styled('button', look + (tab || ''), {
          type: 'button',
          textContent: box.dataset.label ?? 'Open the form',
          onclick: open,
        }),
      );
    }
  };

  const showAll = (): void => {
    for (const box of document.querySelectorAll<HTMLElement>('[data-weft-form]')) show(box);
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', showAll);
  else showAll();
})();
