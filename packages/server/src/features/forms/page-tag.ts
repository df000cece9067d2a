import type { Published } from '@weft/db';
import { isEvent } from '@weft/forms';
import { type ConnectorTag, connectorOf } from '@weft/integrations';
import type { PageFiles } from '@weft/public';

type Tagged = Pick<Published, 'content' | 'pageTag'>;

/** What the pages of a form load for whoever lets it; null: nothing of anybody's. */
export const tagOf = ({ content, pageTag }: Tagged): ConnectorTag | null =>
  pageTag === null || isEvent(content)
    ? null
    : (connectorOf(pageTag.type)?.pageTag?.(pageTag.config) ?? null);

/** The tag as its pages ask about it. */
export function withTag(files: PageFiles, published: Tagged): PageFiles {
  const tag = tagOf(published);
  if (tag === null || published.pageTag === null) return files;
  const { asks, script, id } = tag;
  return { ...files, tag: { type: published.pageTag.type, asks, script, id } };
}
