import type { Attachment } from '@weft/core';
import { toast } from '../../primitives/toast-queue.ts';
import type { CellFiles } from './cell-files.ts';

/** Saves a file on the person's device; where it cannot be read it opens in a new tab, which says why. */
export const downloadFile = (files: Pick<CellFiles, 'download'>, item: Attachment): Promise<unknown> =>
  files.download(item).then(
    () => toast(`Downloaded ${item.originalName}`, { duration: 2_000 }),
    () => void window.open(item.url, '_blank', 'noopener'),
  );
