import type { SelectTemplate } from '@weft/core';
import { must } from '@weft/std';
import { FieldSettings } from '@weft/ui';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../../app.css';

afterEach(() => document.body.replaceChildren());

/** The settings of a select with a thousand options, in a panel that scrolls. */
function panel() {
  const options = Array.from({ length: 1_000 }, (_, i) => ({
    ...{ value: `opt${i}`, label: `Option number ${i + 1}`, color: 'Blue' as const },
  }));
  const host = document.createElement('main');
  host.style.cssText = 'height: 400px; overflow-y: auto; position: relative';
  document.body.append(host);
  let now: SelectTemplate = { options, disableColors: false };
  function Panel() {
    const [template, setTemplate] = useState(now);
    now = template;
    return (
      <FieldSettings
        type="single_select"
        template={template}
        onChange={(next) => setTemplate(next as SelectTemplate)}
      />
    );
  }
  flushSync(() => createRoot(host).render(<Panel />));
  const rows = () => [...host.querySelectorAll('li')];
  const names = () => rows().map((row) => row.querySelector('input')?.value);
  return { host, rows, names, template: () => now };
}

it('draws those of a thousand options that are near the visible ones', async () => {
  const { host, rows, names, template } = panel();
  expect(rows().length).toBeLessThan(80);
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe('1000');
  host.scrollTo({ top: host.scrollHeight });
  await vi.waitFor(() => expect(names()).toContain('Option number 1000'));
  expect(rows().length).toBeLessThan(80);
  // A new option is shown, wherever the list was.
  host.scrollTo({ top: 0 });
  await vi.waitFor(() => expect(names()).toContain('Option number 1'));
  const remove = must(rows()[0]?.querySelector<HTMLElement>('[aria-label="Delete Option number 1"]'));
  remove.click();
  expect(template().options).toHaveLength(999);
  expect(document.activeElement).toHaveProperty('value', 'Option number 2');
  const add = must([...host.querySelectorAll('button')].find((one) => one.textContent === 'Add option'));
  add.click();
  expect(document.activeElement?.closest('li')?.getAttribute('aria-posinset')).toBe('1000');
});

it('keeps the row that is written in, however far one scrolls', async () => {
  const { host, names } = panel();
  const input = must(host.querySelector('input[value="Option number 3"]')) as HTMLInputElement;
  flushSync(() => input.focus());
  host.scrollTo({ top: host.scrollHeight });
  await vi.waitFor(() => expect(names()).toContain('Option number 1000'));
  expect(document.activeElement).toBe(input);
});

it('finds options by key, and goes through them with Enter', async () => {
  const { host, rows, names, template } = panel();
  const search = must(host.querySelector<HTMLInputElement>('[aria-label="Find an option"]'));
  search.focus();
  await userEvent.keyboard('NUMBER 77');
  await vi.waitFor(() => expect(names()).toHaveLength(11));
  expect(host.textContent).toContain('11 of 1000');
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toHaveProperty('value', 'Option number 77');
  await userEvent.keyboard('Silk{Enter}');
  expect(template().options[76]?.label).toBe('Silk');
  expect(document.activeElement).toHaveProperty('value', 'Option number 770');
  // A row that was found stays while it is renamed; all are there again after Escape.
  expect(names()).toContain('Silk');
  search.focus();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(rows()[0]?.getAttribute('aria-setsize')).toBe('1000'));
});

it('chooses a color with the arrow keys', async () => {
  const { host, template } = panel();
  const color = must(host.querySelector<HTMLElement>('[aria-label="Color of Option number 1: Blue"]'));
  color.focus();
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Blue'));
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}');
  await vi.waitFor(() => expect(template().options[0]?.color).toBe('Yellow'));
  expect(document.activeElement).toBe(color);
});
