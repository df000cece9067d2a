import { Dialog as Base } from '@base-ui/react/dialog';
import { type Attachment, attachmentPath } from '@weft/core';
import { ChevronLeft, ChevronRight, Download, ExternalLink, ImageOff, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Icon } from '../../primitives/Icon.tsx';
import { IconButton } from '../../primitives/IconButton.tsx';

export interface ImageViewerProps {
  readonly images: readonly Attachment[];
  /** The file name of the one that is seen. */
  readonly shown: string;
  readonly onShow: (filename: string) => void;
  readonly onDownload: (item: Attachment) => void;
  readonly onClose: () => void;
}

/** An image as large as the window has room; arrows go from one to the next. */
export function ImageViewer({ images, shown, onShow, onDownload, onClose }: ImageViewerProps) {
  /** The one that could not be read. */
  const [broken, setBroken] = useState<string | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  const place = images.findIndex(({ filename }) => filename === shown);
  const item = images[place];
  if (item === undefined) return null;
  const several = images.length > 1;
  const go = (to: number) => {
    const next = images.at(to % images.length);
    if (next !== undefined) onShow(next.filename);
  };
  const keys: { readonly [key: string]: () => void } = {
    ArrowLeft: () => go(place - 1),
    ArrowRight: () => go(place + 1),
    Home: () => go(0),
    End: () => go(images.length - 1),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
  const path = attachmentPath(item);
  const fit = 'max-sm:size-11';
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Viewport
          data-theme="dark"
          className="fixed inset-0"
          style={{ zIndex: 'calc(var(--w-z-dialog) + 50)' }}
        >
          <Base.Popup
            ref={popup}
            initialFocus={popup}
            tabIndex={-1}
            aria-label={`${item.originalName}, ${place + 1} of ${images.length}`}
            className="w-fade flex size-full flex-col bg-canvas text-text outline-none"
            onKeyDown={onKeyDown}
          >
            <div className="flex min-h-13 shrink-0 items-center gap-1 ps-4 pe-2">
              <span className="min-w-0 flex-1 truncate">
                <span dir="auto" className="font-medium text-body">
                  {item.originalName}
                </span>
                {several && (
                  <span className="ms-2 text-text-muted tabular-nums">{`${place + 1} of ${images.length}`}</span>
                )}
              </span>
              <IconButton className={fit} icon={Download} label="Download" onClick={() => onDownload(item)} />
              <IconButton
                className={fit}
                icon={ExternalLink}
                label="Open in a new tab"
                onClick={() => void window.open(path, '_blank', 'noopener')}
              />
              <IconButton className={fit} plain icon={X} label="Close" onClick={onClose} />
            </div>
            <div className="flex min-h-0 flex-1 items-center gap-2 px-2 pb-4">
              {several && (
                <IconButton
                  plain
                  size="lg"
                  className="max-sm:size-11"
                  icon={ChevronLeft}
                  label="Previous image"
                  onClick={() => go(place - 1)}
                />
              )}
              <div className="flex h-full min-w-0 flex-1 items-center justify-center">
                {broken === item.filename ? (
                  <p role="alert" className="flex flex-col items-center gap-2 text-text-muted">
                    <Icon of={ImageOff} size={24} />
                    This image couldn’t be shown. It can still be downloaded.
                  </p>
                ) : (
                  <img
                    key={item.filename}
                    alt={item.originalName}
                    src={path}
                    className="max-h-full max-w-full object-contain"
                    onError={() => setBroken(item.filename)}
                  />
                )}
              </div>
              {several && (
                <IconButton
                  plain
                  size="lg"
                  className="max-sm:size-11"
                  icon={ChevronRight}
                  label="Next image"
                  onClick={() => go(place + 1)}
                />
              )}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
