import { isShownImage } from '@weft/core';
import { Link, Upload } from 'lucide-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type RefObject,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Banner } from '../../primitives/Banner.tsx';
import { Button } from '../../primitives/Button.tsx';
import { Dialog } from '../../primitives/Dialog.tsx';
import { lazyPart } from '../../primitives/lazy-part.tsx';
import { Tabs } from '../../primitives/Tabs.tsx';
import type { CellFiles } from './cell-files.ts';
import { downloadFile } from './download-file.ts';
import { carriesFiles, transferredFiles } from './dropped-files.ts';
import { FileList } from './FileList.tsx';
import { LinkTab } from './LinkTab.tsx';
import { UploadTab } from './UploadTab.tsx';

const ImageViewer = lazyPart(
  () => import('./ImageViewer.tsx').then((part) => part.ImageViewer),
  () => null,
);

export interface AttachmentsDialogProps {
  readonly fieldName: string;
  /** The cell's text where it does not fit its type. */
  readonly raw: string | null;
  /** Null where there is no database to upload to. */
  readonly files: CellFiles | null;
  readonly onClose: () => void;
}

/** The files of a cell: to add by upload or link, look at, order, download and remove. */
export function AttachmentsDialog({ fieldName, raw, files, onClose }: AttachmentsDialogProps) {
  const chooser = useRef<HTMLButtonElement>(null);
  const title = (
    <>
      <span dir="auto">{fieldName}</span>{' '}
      <span dir="auto" className="ms-1.5 font-normal text-base text-text-muted">
        {files?.recordName()}
      </span>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      width={550}
      initialFocus={chooser}
      footer={
        <>
          {files !== null && (
            <span className="flex-1 text-small text-text-muted">Saved as soon as a file is uploaded</span>
          )}
          <Button variant="primary" size="lg" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {files === null ? (
        <Banner tone="danger">Missing organization or base context</Banner>
      ) : (
        <DialogBody raw={raw} files={files} chooser={chooser} />
      )}
    </Dialog>
  );
}

interface DialogBodyProps {
  readonly raw: string | null;
  readonly files: CellFiles;
  readonly chooser: RefObject<HTMLButtonElement | null>;
}

function DialogBody({ raw, files, chooser }: DialogBodyProps) {
  useSyncExternalStore(files.subscribe, files.version);
  const [tab, setTab] = useState<'upload' | 'link'>('upload');
  /** Files are held over the dialog. */
  const [over, setOver] = useState(false);
  const [viewed, setViewed] = useState<string | null>(null);
  const depth = useRef(0);
  const items = files.items();
  const images = items.filter(({ mimeType }) => isShownImage(mimeType));

  const onDragOver = (event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  };
  const enter = (event: DragEvent, by: 1 | -1) => {
    if (!carriesFiles(event.dataTransfer)) return;
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  const onDrop = (event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    setTab('upload');
    files.add(transferredFiles(event.dataTransfer));
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    setTab('upload');
    files.add(transferredFiles(event.clipboardData));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped and pasted anywhere; keys have the button inside
    <div
      className="flex min-h-80 flex-col gap-5 pb-4"
      onDragEnter={(event) => enter(event, 1)}
      onDragLeave={(event) => enter(event, -1)}
      onDragOver={onDragOver}
      onDrop={onDrop}
      onPaste={onPaste}
    >
      <Tabs
        label="Add files"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'upload',
            label: 'Upload',
            icon: Upload,
            content: <UploadTab over={over} chooser={chooser} onFiles={files.add} />,
          },
          {
            value: 'link',
            label: 'Link',
            icon: Link,
            content: <LinkTab onAdd={files.addFromUrl} />,
          },
        ]}
      />
      {raw !== null && (
        <Banner tone="warning">
          <span dir="auto">{raw}</span>
        </Banner>
      )}
      <FileList
        files={files}
        items={items}
        onView={setViewed}
        onDownload={(item) => void downloadFile(files, item)}
      />
      {viewed !== null && images.some(({ filename }) => filename === viewed) && (
        <ImageViewer
          images={images}
          shown={viewed}
          onShow={setViewed}
          onDownload={(item) => void downloadFile(files, item)}
          onClose={() => setViewed(null)}
        />
      )}
    </div>
  );
}
