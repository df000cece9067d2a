import { generatedOutcome } from '@weft/forms/testing';
import { expect, it } from 'vitest';
import { commands } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    readonly formOutcomes: (count: number) => Promise<readonly string[]>;
  }
}

const forms = 1_000;

it('a form and its answers come to the same in the browser as on the server', async () => {
  const onServer = await commands.formOutcomes(forms);
  const here = Array.from({ length: forms }, (_, seed) => generatedOutcome(seed));
  expect(here).toEqual(onServer);
  // They are worth comparing: some are answered whole, others refused, and hardly two are alike.
  const ends = here.map((outcome) => /"end":\{"kind":"(\w+)"/.exec(outcome)?.[1]);
  for (const end of ['ending', 'faults'])
    expect(ends.filter((one) => one === end).length).toBeGreaterThan(forms / 10);
  expect(new Set(here).size).toBeGreaterThan(forms / 2);
});
