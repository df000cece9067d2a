import { ServiceFault } from './service-http.ts';
import type { OutgoingFile, OutgoingItem, TargetField, Written } from './target.ts';
import { filesOf } from './values.ts';

/** What a service that keeps files takes of an answer. */
export const filesField: TargetField = { id: 'files', name: 'Files', kind: 'files', required: true };

/** 'photo.jpg' as 'photo (ans_01h2-1).jpg': nobody else's file has this name, so that a second attempt writes the same. */
function ownName(name: string, key: string, index: number): string {
  const plain = name.replaceAll(/[/\\<>:"|?*\p{Cc}]/gu, '_');
  const dot = plain.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, ''];
  return `${stem} (${key.replaceAll(/[^\w-]/g, '_')}-${index + 1})${extension}`;
}

/**
 * Saves the files of an answer one after the other; `save` gets each with a name of its own, and says where the file is
 * seen. Where one is larger than the service takes at once, in megabytes, none is sent.
 */
export async function saveFiles(
  { key, values }: OutgoingItem,
  save: (file: OutgoingFile, name: string) => Promise<string | null | undefined>,
  atMost: { readonly service: string; readonly megabytes: number } | null = null,
): Promise<Written> {
  const files = filesOf(values.get(filesField.id));
  const large = atMost && files.find(({ size }) => size > atMost.megabytes * 1024 * 1024);
  if (large)
    throw new ServiceFault(
      'permanent',
      `${large.name} is larger than ${atMost.megabytes} MB, which ${atMost.service} takes at once`,
    );
  let url: string | null | undefined;
  for (const [index, file] of files.entries())
    url = (await save(file, ownName(file.name, key, index))) ?? url;
  const count = files.length === 1 ? '1 file' : `${files.length} files`;
  return { said: files.length === 0 ? 'The answer has no file' : `Saved ${count}`, ...(url && { url }) };
}
