import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';
import { create, sentence } from './files.mjs';

/** A decision record with the next number. */
export function decision(name) {
  const folder = 'docs/decisions';
  const numbers = readdirSync(join(root, folder)).map((file) => Number.parseInt(file, 10) || 0);
  const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0');
  const file = `${folder}/${number}-${name}.md`;
  create(
    file,
    `# ${number}. ${sentence(name)}

## Context

What forces a choice, with the numbers measured.

## Decision

What we do.

## Consequences

What becomes easier, what becomes harder, and what would make us choose again.
`,
  );
  return { files: [file], next: 'Now write its three parts.' };
}
