import { expect, it } from 'vitest';
import { freePort } from './ports.ts';

it('is none that an outgoing connection may take or that a browser refuses, nor one that was told before', async () => {
  const ports = await Promise.all(Array.from({ length: 1_000 }, freePort));

  // Linux numbers outgoing connections from here on, macOS later.
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(Math.min(...ports)).toBeGreaterThan(10_080);
  expect(new Set(ports).size).toBe(1_000);
});
