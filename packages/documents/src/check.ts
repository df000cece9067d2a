import type { Fault } from '@weft/std';
import { type Block, blockOf, type Content, type Json, type Props } from './document.ts';
import { isOrderKey } from './order-key.ts';

/** Blocks of one document, and how deep they stand in one another. */
export const maxBlocks = 2_000;
const deepest = 20;
/** How deep lists and objects nest in a property. */
const deepestJson = 20;

/** Everything that is wrong with the shape of a document; what its kind says of props is checked by whoever owns the kind. */
export function faultsOf(content: Content): readonly Fault[] {
  const entries = Object.entries(content.blocks);
  const orders = new Set<string>();
  const faults: Fault[] = propFaults('props', content.props);
  if (entries.length > maxBlocks)
    faults.push({ path: 'blocks', reason: `A document has at most ${maxBlocks} blocks` });
  for (const [id, block] of entries) {
    const path = `blocks.${id}`;
    faults.push(...blockFaults(content, id, block));
    const place = JSON.stringify([block.parent, block.order]);
    if (orders.has(place)) faults.push({ path: `${path}.order`, reason: 'Two blocks stand at one place' });
    orders.add(place);
  }
  return faults;
}

/** What is wrong with the shape of one block, where it stands. */
export const blockFaults = (content: Content, id: string, block: Block): readonly Fault[] => [
  ...placeFaults(`blocks.${id}`, content, id, block),
  ...propFaults(`blocks.${id}.props`, block.props),
];

function placeFaults(path: string, content: Content, id: string, block: Block): readonly Fault[] {
  const faults: Fault[] = [];
  if (!/^[0-9A-Za-z_-]{1,64}$/.test(id) || id === '__proto__')
    faults.push({ path, reason: 'An id has 1 to 64 letters, digits, _ and -' });
  if (!isOrderKey(block.order)) faults.push({ path: `${path}.order`, reason: 'Not an order key' });
  let depth = 0;
  for (let at = block.parent; at !== null; depth++) {
    const outer = blockOf(content, at);
    if (outer === undefined)
      return [...faults, { path: `${path}.parent`, reason: `There is no block ${at}` }];
    if (depth > deepest)
      return [
        ...faults,
        { path: `${path}.parent`, reason: `Blocks nest at most ${deepest} deep, and none in itself` },
      ];
    at = outer.parent;
  }
  return faults;
}

const propFaults = (path: string, props: Props): Fault[] =>
  Object.entries(props).flatMap(([key, value]) => {
    const reason = (value as Json) === null ? 'null is the same as not being there' : jsonFault(value, 0);
    return reason === null ? [] : [{ path: `${path}.${key}`, reason }];
  });

function jsonFault(value: Json, depth: number): string | null {
  if (depth > deepestJson) return `Nests more than ${deepestJson} deep`;
  if (typeof value === 'string')
    return value.isWellFormed() && !value.includes('\0') ? null : 'Has characters that cannot be stored';
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'Not a number';
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const fault = key === '__proto__' ? 'Has a forbidden name' : jsonFault(item as Json, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}
