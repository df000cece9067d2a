import { isShownImage } from '@weft/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { downloadFile } from '../fields/attachments/download-file.ts';
import { lazyPart } from '../primitives/lazy-part.tsx';
import { toast } from '../primitives/toast-queue.ts';
import type { GridController } from './grid-controller.ts';
import type { GridPartProps } from './grid-part.ts';
import type { GridState } from './grid-store.ts';

const ImageViewer = lazyPart(
  () => import('../fields/attachments/ImageViewer.tsx').then((part) => part.ImageViewer),
  ({ part: { error }, onClose }) => {
    useEffect(() => {
      if (error === null) return;
      toast('The image couldn’t be shown. Check your connection, then open the cell again.', {
        tone: 'error',
      });
      onClose();
    }, [error, onClose]);
    return null;
  },
);

interface CellImagesProps {
  readonly grid: GridController;
  readonly cell: NonNullable<GridState['viewing']>;
}

function CellImages({ grid, cell }: CellImagesProps) {
  const files = grid.props.actions.cellFiles(cell);
  useSyncExternalStore(files.subscribe, files.version);
  const [wanted, setWanted] = useState<string | null>(null);
  const images = files.items().filter(({ mimeType }) => isShownImage(mimeType));
  // Somebody may remove the image that is looked at, or all of them.
  const shown = images.find(({ filename }) => filename === wanted) ?? images[0];
  const isGone = shown === undefined;
  useEffect(() => {
    if (isGone) grid.view(null);
  }, [grid, isGone]);
  if (shown === undefined) return null;
  return (
    <ImageViewer
      images={images}
      shown={shown.filename}
      onShow={setWanted}
      onDownload={(item) => void downloadFile(files, item)}
      onClose={() => {
        grid.view(null);
        grid.focus();
      }}
    />
  );
}

/** The images of a cell, over the window, for those who may not edit it. */
export function GridImageViewer({ grid, state: { viewing } }: GridPartProps) {
  return viewing && <CellImages key={`${viewing.recordId}/${viewing.fieldId}`} grid={grid} cell={viewing} />;
}
