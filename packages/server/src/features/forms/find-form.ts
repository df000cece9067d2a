import type { Published } from '@weft/db';
import type { FastifyRequest } from 'fastify';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';
import { languageAsked, type Opened } from './page-language.ts';
import { isIdentifier } from './read-sent.ts';

/** What finds the form that is published under an address. */
export function formFinders({ documents }: Pick<FormsDeps, 'documents'>) {
  const findPublished = async (publicIdentifier: string): Promise<Published | null> => {
    if (!isIdentifier(publicIdentifier)) return null;
    const published = await documents.published(publicIdentifier);
    // The page leads back to the address by which it was opened.
    return published && { ...published, publicIdentifier, content: readForm(published.content) };
  };
  /** The same in the language of whoever asks. */
  const find = async (publicIdentifier: string, request: FastifyRequest): Promise<Opened | null> => {
    const found = await findPublished(publicIdentifier);
    return found && { ...found, language: languageAsked(request, found) };
  };
  return { find, findPublished };
}
