import { err, ok, type Result } from '@weft/std';
import type { Content } from './document.ts';

/** Makes a document of one schema version one of the next; it keeps the ids of blocks. */
type Migration = (content: Content) => Content;

/** A kind of document as this version of the product knows it. */
export interface Kind {
  readonly kind: string;
  /** The first makes version 1 of version 0. One that was released is never edited. */
  readonly migrations: readonly Migration[];
}

/** The version that documents of the kind have now. */
export const schemaOf = ({ migrations }: Kind): number => migrations.length;

/** A stored document, brought up to date; a sentence where it is of another kind, or of a newer version of the product. */
export function migrated(content: Content, { kind, migrations }: Kind): Result<Content> {
  if (content.kind !== kind) return err(`This is a document of the kind ${content.kind}, not ${kind}`);
  if (content.schema > migrations.length)
    return err('A newer version of Weft has written this document, and this one does not understand it');
  return ok(
    migrations
      .slice(content.schema)
      .reduce(
        (now, migrate, done) => ({ ...migrate(now), kind, schema: content.schema + done + 1 }),
        content,
      ),
  );
}
