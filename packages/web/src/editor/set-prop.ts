import { blockOf, type Content, type Edit, type Json } from '@weft/documents';
import { deepEqual } from '@weft/std';

/** Sets a property of a block, or (id null) of the document; null takes it away. */
export function setProp(content: Content, id: string | null, key: string, value: Json): readonly Edit[] {
  const props = id === null ? content.props : blockOf(content, id)?.props;
  if (props === undefined) return [];
  const before = props[key] ?? null;
  return deepEqual(before, value) ? [] : [{ kind: 'prop', id, key, before, after: value }];
}
