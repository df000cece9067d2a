import { expect, it, vi } from 'vitest';
import { download } from './transfers.ts';

it('a download asks the server once, and saves what it answered under its name', async () => {
  const disposition = "attachment; filename*=UTF-8''Orders%20and%20more.csv";
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response('a,b', { headers: { 'content-disposition': disposition } }));
  const saved: { readonly href: string; readonly name: string }[] = [];
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ href: this.href, name: this.download });
  });
  await download('/v1/export');
  expect(asked).toHaveBeenCalledOnce();
  // An address of the page itself: following it asks nobody.
  expect(saved).toEqual([{ href: expect.stringMatching(/^blob:/), name: 'Orders and more.csv' }]);
  pressed.mockRestore();
  asked.mockRestore();
});
