import type { Connector } from './connector.ts';
import { ServiceFault, type ServiceHttp } from './service-http.ts';
import type { OutgoingFile, OutgoingItem, Target, TargetField, Written } from './target.ts';
import { filesOf } from './values.ts';

/** What a service that keeps files takes of an answer. */
const filesField: TargetField = { id: 'files', name: 'Files', kind: 'files', required: true };

/** 'photo.jpg' as 'photo (ans_01h2-1).jpg': nobody else's file has this name, so that a second attempt writes the same. */
function ownName(name: string, key: string, index: number): string {
  const plain = name.replaceAll(/[/\\<>:"|?*\p{Cc}]/gu, '_');
  const dot = plain.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, ''];
  return `${stem} (${key.replaceAll(/[^\w-]/g, '_')}-${index + 1})${extension}`;
}

/** Saves a file under a name of its own, and says where it is seen. */
type Save = (file: OutgoingFile, name: string) => Promise<string | null | undefined>;
/** What a service takes at once. */
interface AtMost {
  readonly service: string;
  readonly megabytes: number;
}

/** What a service has that keeps the files of answers; `saverOf` is asked once an answer. Saving twice changes nothing. */
export const savesFiles = (
  saverOf: (http: ServiceHttp, target: Target, item: OutgoingItem) => Save | Promise<Save>,
  atMost: AtMost | null = null,
) =>
  ({
    fieldsOf: async () => [filesField],
    write: {
      repeats: 'idempotent',
      run: async (http, target, item) => saveAll(item, await saverOf(http, target, item), atMost),
    },
  }) satisfies Partial<Connector>;

/** One after the other; where one is larger than the service takes at once, none is sent. */
async function saveAll({ key, values }: OutgoingItem, save: Save, atMost: AtMost | null): Promise<Written> {
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
