import type { Block, Content } from '@weft/documents';
import { imageOf, imageText } from './questions/images.ts';

/** Properties that name an image, of blocks and of the form itself. */
const imageKeys = ['image', 'cover', 'background', 'certificateLogo', 'customAvatarImageUrl'] as const;

const imagesIn = (props: Block['props']) => imageKeys.flatMap((key) => imageOf(props[key]) ?? []);

const propsOf = ({ props, blocks }: Content): readonly Block['props'][] => [
  props,
  ...Object.values(blocks).map((block) => block.props),
];

/** The ids of the files that a form shows as images. */
export const imageFilesOf = (content: Content): readonly string[] => [
  ...new Set(propsOf(content).flatMap((props) => imagesIn(props).map(({ fileId }) => fileId))),
];

function renamed(props: Block['props'], ids: ReadonlyMap<string, string>): Block['props'] {
  const changed = imageKeys.flatMap((key) => {
    const image = imageOf(props[key]);
    const fileId = image === null ? undefined : ids.get(image.fileId);
    return image === null || fileId === undefined ? [] : [[key, imageText({ ...image, fileId })] as const];
  });
  return changed.length === 0 ? props : { ...props, ...Object.fromEntries(changed) };
}

/** The form with copies of its images, by the ids of their originals. */
export const withImageFiles = (content: Content, ids: ReadonlyMap<string, string>): Content => ({
  ...content,
  props: renamed(content.props, ids),
  blocks: Object.fromEntries(
    Object.entries(content.blocks).map(([id, block]) => [id, { ...block, props: renamed(block.props, ids) }]),
  ),
});
