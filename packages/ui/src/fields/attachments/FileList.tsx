import type { Attachment } from '@weft/core';
import { useRef, useState } from 'react';
import { movedItem, moveWithFocus } from '../../primitives/moved-rows.ts';
import type { CellFiles } from './cell-files.ts';
import { FileRow } from './FileRow.tsx';
import { UploadRow } from './UploadRow.tsx';

export interface FileListProps {
  readonly files: CellFiles;
  readonly items: readonly Attachment[];
  readonly onView: (filename: string) => void;
  readonly onDownload: (item: Attachment) => void;
}

interface Drag {
  readonly filename: string;
  /** The order while it is dragged; written when it is dropped. */
  readonly items: readonly Attachment[];
}

/** The files of a cell in their order, then those on their way. */
export function FileList({ files, items, onView, onDownload }: FileListProps) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const uploads = files.uploads();
  const shown = drag?.items ?? items;
  const count = items.length;
  if (count + uploads.length === 0) return null;

  const nameOf = (index: number) =>
    list.current?.children[index]?.querySelector<HTMLElement>('[data-file-name]');
  const move = (from: number, to: number) => {
    if (to < 0 || to >= count) return;
    moveWithFocus(
      () => {
        files.write(movedItem(items, from, to));
        setSaid(`${items[from]?.originalName ?? ''}, ${to + 1} of ${count}`);
      },
      () => nameOf(to),
    );
  };
  const remove = (index: number) => {
    files.write(items.toSpliced(index, 1));
    setSaid(`${items[index]?.originalName ?? ''} removed`);
    nameOf(index === count - 1 ? index - 1 : index + 1)?.focus();
  };
  return (
    <section aria-label="Files">
      <p className="mb-2 flex items-baseline justify-between">
        <span className="font-semibold text-body">{count === 1 ? '1 file' : `${count} files`}</span>
        {count > 1 && (
          <span className="pointer-coarse:hidden text-small text-text-muted">Drag to change the order</span>
        )}
      </p>
      <ul
        ref={list}
        className="divide-y divide-line-subtle overflow-hidden rounded-lg border border-line"
        onDrop={(event) => {
          if (drag === null) return;
          event.preventDefault();
          files.write(drag.items);
        }}
      >
        {shown.map((item, index) => (
          <FileRow
            key={item.filename}
            item={item}
            note={`${files.uploader(item)} · ${files.age(item)}`}
            place={index}
            count={count}
            isDragged={drag?.filename === item.filename}
            onView={() => onView(item.filename)}
            onDownload={() => onDownload(item)}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
            onDrag={(begins) => setDrag(begins ? { filename: item.filename, items } : null)}
            onDragOver={() => {
              if (drag === null) return false;
              const from = drag.items.findIndex(({ filename }) => filename === drag.filename);
              if (from !== index && from !== -1)
                setDrag({ ...drag, items: movedItem(drag.items, from, index) });
              return true;
            }}
          />
        ))}
        {uploads.map((upload) => (
          <UploadRow
            key={upload.id}
            upload={upload}
            onCancel={() => files.cancel(upload)}
            onRetry={() => files.retry(upload)}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}
