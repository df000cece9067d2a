import { type Attachment, attachmentPath, isShownImage } from '@weft/core';
import { ArrowDown, ArrowUp, Download, Ellipsis, ExternalLink, Maximize2, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { cx } from '../../primitives/class-names.ts';
import { IconButton } from '../../primitives/IconButton.tsx';
import { Menu } from '../../primitives/Menu.tsx';
import { DragHandle } from '../../primitives/row-movers.tsx';
import { thumbnailOf } from './attachments-kind.ts';
import { fileSize } from './file-size.ts';
import { Thumb } from './Thumb.tsx';

export interface FileRowProps {
  readonly item: Attachment;
  /** Who uploaded it, and when. */
  readonly note: string;
  readonly place: number;
  readonly count: number;
  readonly isDragged: boolean;
  readonly onView: () => void;
  readonly onDownload: () => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
  readonly onDrag: (begins: boolean) => void;
  /** Something is held over this row; true when it is a file of the list. */
  readonly onDragOver: () => boolean;
}

/** One file: its picture, its name, who added it, and what can be done with it. */
export function FileRow(props: FileRowProps) {
  const { item, place, count } = props;
  const name = item.originalName;
  const path = attachmentPath(item);
  const isImage = isShownImage(item.mimeType);
  const openInTab = () => void window.open(path, '_blank', 'noopener');
  const nameProps = {
    'data-file-name': '',
    dir: 'auto' as const,
    className: 'block max-w-full truncate text-start font-medium hover:underline',
    'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
    onKeyDown: (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
      event.preventDefault();
      props.onMove(event.key === 'ArrowUp' ? place - 1 : place + 1);
    },
  };
  return (
    <li
      className={cx(
        'group flex min-h-14 items-center gap-2.5 bg-raised ps-2 pe-2.5 hover:bg-row-hover',
        props.isDragged && 'opacity-50',
      )}
      onDragOver={(event) => props.onDragOver() && event.preventDefault()}
    >
      <DragHandle
        text={name}
        shown={count > 1}
        onBegin={() => props.onDrag(true)}
        onEnd={() => props.onDrag(false)}
      />
      <Thumb mimeType={item.mimeType} source={thumbnailOf(item, 120)} />
      <span className="min-w-0 flex-1">
        {isImage ? (
          <button type="button" {...nameProps} onClick={props.onView}>
            {name}
          </button>
        ) : (
          <a {...nameProps} href={path} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        )}
        <span className="block truncate text-small text-text-muted">
          {`${fileSize(item.size)} · ${props.note}`}
        </span>
      </span>
      <span className="pointer-coarse:hidden hidden shrink-0 group-focus-within:flex group-hover:flex">
        {isImage && <IconButton size="sm" icon={Maximize2} label={`View ${name}`} onClick={props.onView} />}
        <IconButton size="sm" icon={Download} label={`Download ${name}`} onClick={props.onDownload} />
        <IconButton size="sm" icon={ExternalLink} label={`Open ${name} in a new tab`} onClick={openInTab} />
        <IconButton size="sm" icon={X} label={`Remove ${name}`} onClick={props.onRemove} />
      </span>
      <span className="hidden pointer-coarse:block">
        <Menu
          align="end"
          trigger={<IconButton plain size="lg" icon={Ellipsis} label={`Actions for ${name}`} />}
          items={[
            ...(isImage ? [{ label: 'View', icon: Maximize2, onSelect: props.onView }] : []),
            { label: 'Download', icon: Download, onSelect: props.onDownload },
            { label: 'Open in a new tab', icon: ExternalLink, onSelect: openInTab },
            ...(place > 0
              ? [{ label: 'Move up', icon: ArrowUp, onSelect: () => props.onMove(place - 1) }]
              : []),
            ...(place < count - 1
              ? [{ label: 'Move down', icon: ArrowDown, onSelect: () => props.onMove(place + 1) }]
              : []),
            { label: 'Remove', icon: X, danger: true, onSelect: props.onRemove },
          ]}
        />
      </span>
    </li>
  );
}
