import { appOf, pageOf, textSetting } from '@weft/apps';
import type { Content } from '@weft/documents';
import type { AppsDeps } from './deps.ts';

/** The ids of the files that an app names anywhere. */
export const filesNamedBy = (content: Content): readonly string[] => [
  ...new Set(JSON.stringify(content).match(/fil[0-9a-z]{21}/g) ?? []),
];

/** The app with other files in the place of those that it names. */
export const withFiles = (content: Content, ids: ReadonlyMap<string, string>): Content =>
  JSON.parse(JSON.stringify(content).replaceAll(/fil[0-9a-z]{21}/g, (id) => ids.get(id) ?? id)) as Content;

const fileOf = (image: unknown): string | null =>
  typeof image === 'string' ? (image.split(' ')[0] ?? null) : null;

/** Which image of an app is not there any more, in a sentence; null: all are. */
export async function missingImage(
  { files }: Pick<AppsDeps, 'files'>,
  flowId: string,
  content: Content,
): Promise<string | null> {
  const app = appOf(content);
  const named = [
    { file: fileOf(content.props.logo), what: 'The logo of the app' },
    { file: fileOf(content.props.favicon), what: 'The icon of the app' },
    ...[...app.blocks.values()].map((block) => {
      const alt = textSetting(block, 'alt');
      const page = pageOf(app, block.page)?.label ?? '';
      return {
        file: block.type.settings.image === undefined ? null : fileOf(block.settings.image),
        what: `The image${alt === null ? '' : ` ‘${alt}’`} on ‘${page}’`,
      };
    }),
  ];
  const wanted = [...new Set(named.flatMap(({ file }) => file ?? []))];
  if (wanted.length === 0) return null;
  const known = new Set((await files.attachmentsOf(flowId, wanted)).map(({ id }) => id));
  const missing = named.find(({ file }) => file !== null && !known.has(file));
  return missing === undefined ? null : `${missing.what} is not there any more: choose another, or remove it`;
}
