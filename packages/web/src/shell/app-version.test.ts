import { expect, it } from 'vitest';
import { isOtherVersion } from './app-version.ts';

const page = (script: string) =>
  `<!doctype html><script src="/theme.js"></script><script type="module" crossorigin src="${script}"></script>`;

it('knows a newer version by the script its page begins with', () => {
  expect(isOtherVersion(page('/assets/index-b.js'), '/assets/index-a.js')).toBe(true);
  expect(isOtherVersion(page('/assets/index-a.js'), '/assets/index-a.js')).toBe(false);
});

it('takes no other page for a newer version, such as that of a proxy', () => {
  expect(isOtherVersion('<h1>Bad gateway</h1>', '/assets/index-a.js')).toBe(false);
});
