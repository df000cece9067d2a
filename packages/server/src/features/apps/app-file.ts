import { appOf } from '@weft/apps';
import { type AppTurn, addTurns, type Flow, giveToFlow } from '@weft/db';
import type { Content } from '@weft/documents';
import { AppError, invalid } from '@weft/std';
import { requireDocument } from '../../documents/drafts.ts';
import { safeName } from '../../files/multipart-file.ts';
import { receiveFile } from '../../files/receive-file.ts';
import { keysOf } from '../../files/thumbnails.ts';
import type { Caller } from '../../http/caller.ts';
import { appDrafts, readApp } from './app-drafts.ts';
import {
  type AppFile,
  appFileFormat,
  appFileSchema,
  canonical,
  maxImageBytes,
  mostTurns,
  placeOf,
} from './app-file-format.ts';
import { filesNamedBy, withFiles } from './app-files.ts';
import { requireBase } from './app-source.ts';
import type { AppsDeps } from './deps.ts';
import { present } from './load-app.ts';

type Kept = NonNullable<AppFile['history']>[number];

/** A proposal that travels is open no more: whoever takes it in has not seen what it would do. */
const settled = (state: AppTurn['state']) => (state === 'proposed' ? 'discarded' : state);

const kept = ({ at, asked, said, operations, changes, state }: AppTurn): Kept => ({
  ...{ at: new Date(at).toISOString(), asked, said, changes: [...changes], state: settled(state) },
  operations: operations as Kept['operations'],
});

/** An app as a file: its draft with the images that it shows, and what was said about it where that is wanted. */
export async function writeAppFile(
  deps: AppsDeps,
  { id, name }: Pick<Flow, 'id' | 'name'>,
  withHistory: boolean,
): Promise<string> {
  const content = readApp(present(await deps.documents.draft(id)).content);
  const images: AppFile['images'] = [];
  const places = new Map<string, string>();
  for (const image of await deps.files.attachmentsOf(id, filesNamedBy(content))) {
    const opened = await deps.fileStore.open(image.id);
    if (opened === null || image.size > maxImageBytes) continue;
    const chunks: Uint8Array[] = [];
    for await (const chunk of opened.content) chunks.push(chunk as Uint8Array);
    places.set(image.id, placeOf(images.length));
    images.push({ name: image.name, data: Buffer.concat(chunks).toString('base64') });
  }
  const history = withHistory ? (await deps.appRows.turns(id, mostTurns)).map(kept) : undefined;
  const file = {
    format: appFileFormat,
    version: 1,
    name,
    content: withFiles(content, places),
    images,
    history,
  };
  return `${JSON.stringify(canonical(file), null, 1)}\n`;
}

/** The app of a file, checked as if somebody had made it. */
function readAppFile(given: unknown): Omit<AppFile, 'content'> & { readonly content: Content } {
  const read = appFileSchema.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid(issue?.path.join('.') ?? 'file', 'This is no file of an app, or one of a newer version');
  }
  return { ...read.data, content: readApp(read.data.content as unknown as Content) };
}

interface ImportedAs {
  readonly workspaceId: string | null;
}

/** Makes an app of a file for somebody; its id. It shows the database that it named where they may open that. */
export async function importAppFile(
  deps: AppsDeps,
  caller: Caller,
  given: unknown,
  { workspaceId }: ImportedAs,
): Promise<{ readonly flowId: string; readonly name: string }> {
  const file = readAppFile(given);
  const { organizationId, userId } = caller;
  const taken: string[] = [];
  try {
    for (const { name, data } of file.images) {
      const bytes = Buffer.from(data, 'base64');
      const { id } = await receiveFile(deps, {
        ...{ organizationId, userId, purpose: 'attachment', name: safeName(name) },
        content: (async function* () {
          yield bytes;
        })(),
        maxBytes: maxImageBytes,
        check: (type) => {
          if (!type.startsWith('image/')) throw invalid('images', 'One of the images is none');
        },
      });
      taken.push(id);
    }
    const ids = new Map(taken.map((id, at) => [placeOf(at), id]));
    const named = withFiles(file.content, ids);
    // Before anything else reads a document that somebody made by hand.
    requireDocument(appDrafts, '', named);
    const content = await withOwnSource(deps, caller, named);
    const flowId = await deps.createForm({
      ...{ organizationId, ownerUserId: userId, workspaceId, name: file.name, actionId: null },
      ...{ type: 'zite', draft: content },
      alongside: async (tx, id) => {
        await giveToFlow(tx, taken, id);
        // In their order: ids of one millisecond sort by their next digits.
        const turns = (file.history ?? []).map((turn, at) => {
          const fresh = deps.newId('trn');
          return {
            ...turn,
            state: settled(turn.state),
            id: `${fresh.slice(0, 12)}${String(at).padStart(3, '0')}${fresh.slice(15)}`,
          };
        });
        await addTurns(tx, id, null, turns);
      },
    });
    return { flowId, name: file.name };
  } catch (error) {
    for (const id of taken) {
      await deps.files.release(id).catch(() => {});
      for (const key of keysOf(id)) await deps.fileStore.remove(key);
    }
    throw error;
  }
}

/** The app without a database that whoever takes it in may not open. */
async function withOwnSource(deps: AppsDeps, caller: Caller, content: Content): Promise<Content> {
  const { source } = appOf(content);
  if (source === null) return content;
  try {
    await requireBase({ deps, caller }, caller.organizationId, source.baseId, 'open');
    return content;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { source: _, ...props } = content.props;
    return { ...content, props };
  }
}
