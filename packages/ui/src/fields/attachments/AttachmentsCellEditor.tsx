import { type Attachment, attachmentPath, type FieldOf } from '@weft/core';
import { Download, Paperclip, Upload, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../primitives/Button.tsx';
import { Icon } from '../../primitives/Icon.tsx';
import { Popover } from '../../primitives/Popover.tsx';
import { ProgressBar } from '../../primitives/ProgressBar.tsx';
import type { CellEditorProps, CommitMove } from '../cell-editor.ts';
import { thumbnailOf } from './attachments-kind.ts';
import { type FileUpload, useUploads } from './use-uploads.ts';

const units = ['B', 'kB', 'MB', 'GB'] as const;
function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  for (; size >= 1024 && unit < units.length - 1; unit++) size /= 1024;
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

const actionLook =
  'grid size-7 pointer-coarse:size-9 shrink-0 place-items-center rounded-md text-text-subtle hover:bg-hover hover:text-text';

/** Milliseconds until a thumbnail that is not made yet is asked for again, and how often. */
const retryAfter = 2_000;
const maxAttempts = 3;

function Thumb({ item }: { readonly item: Attachment }) {
  const [{ attempt, failed }, setState] = useState({ attempt: 0, failed: false });
  useEffect(() => {
    if (!failed || attempt >= maxAttempts) return;
    const timer = setTimeout(() => setState({ attempt: attempt + 1, failed: false }), retryAfter);
    return () => clearTimeout(timer);
  }, [attempt, failed]);
  return (
    <span className="grid size-8 shrink-0 place-items-center overflow-hidden rounded-sm bg-sunken text-text-subtle">
      {item.mimeType.startsWith('image/') && !failed ? (
        <img
          alt=""
          className="size-full object-cover"
          src={thumbnailOf(item, 32)}
          onError={() => setState({ attempt, failed: true })}
        />
      ) : (
        <Icon of={Paperclip} size={16} />
      )}
    </span>
  );
}

function FileRow({ item, onRemove }: { readonly item: Attachment; readonly onRemove: () => void }) {
  return (
    <li className="flex min-h-11 items-center gap-2 rounded-md px-2">
      <Thumb item={item} />
      <span className="min-w-0 flex-1">
        <a
          dir="auto"
          className="block truncate hover:underline"
          href={attachmentPath(item)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {item.originalName}
        </a>
        <span className="block text-small text-text-muted">{sizeText(item.size)}</span>
      </span>
      <a
        aria-label={`Download ${item.originalName}`}
        className={actionLook}
        href={`${attachmentPath(item)}?download`}
        download={item.originalName}
      >
        <Icon of={Download} size={16} />
      </a>
      <button
        type="button"
        aria-label={`Remove ${item.originalName}`}
        className={actionLook}
        onClick={onRemove}
      >
        <Icon of={X} size={16} />
      </button>
    </li>
  );
}

/** A file on its way, or why it did not come. */
function UploadRow({ upload, onCancel }: { readonly upload: FileUpload; readonly onCancel: () => void }) {
  const { name, share, fault } = upload;
  const percent = `${Math.floor(share * 100)}%`;
  return (
    <li className="flex min-h-11 items-center gap-2 px-2">
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate">
          {name}
        </span>
        {fault === null ? (
          <span className="grid grid-cols-[1fr_3rem] items-center gap-2 text-small text-text-muted tabular-nums">
            <ProgressBar value={share} label={`Uploading ${name}`} />
            <span className="text-end">{percent}</span>
          </span>
        ) : (
          <span role="alert" className="block text-danger-text text-small">
            {fault}
          </span>
        )}
      </span>
      <button
        type="button"
        aria-label={fault === null ? `Cancel upload of ${name}` : `Dismiss ${name}`}
        className={actionLook}
        onClick={onCancel}
      >
        <Icon of={X} size={16} />
      </button>
    </li>
  );
}

/** The files of a cell: to upload, open, download and remove. They are written when the list is left. */
export function AttachmentsCellEditor(props: CellEditorProps<FieldOf<'attachments'>>) {
  const { field, value, raw, onCommit, onUpload } = props;
  const present = Array.isArray(value) ? (value as readonly Attachment[]) : [];
  const [items, setItems] = useState(present);
  const anchor = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const upload = useRef<HTMLButtonElement>(null);
  const ended = useRef(false);
  const { uploads, busy, add, cancel } = useUploads(onUpload, (item) =>
    setItems((before) => [...before, item]),
  );

  const leave = (move: CommitMove) => {
    // What is on its way would be lost.
    if (ended.current || busy) return;
    ended.current = true;
    const kept = items === present && raw !== undefined ? { value: null, raw } : null;
    onCommit(kept ?? { value: items.length === 0 ? null : items }, move);
  };

  return (
    <div
      ref={anchor}
      tabIndex={-1}
      className="h-full rounded-[2px] outline-2 outline-focus -outline-offset-2"
    >
      <Popover
        open
        onOpenChange={(open) => !open && leave('stay')}
        anchor={anchor}
        label={field.name}
        initialFocus={upload}
        padded={false}
        width={340}
      >
        {raw !== undefined && items === present && (
          <p dir="auto" className="truncate px-3 pt-2 text-warning-text">
            {raw}
          </p>
        )}
        {(items.length > 0 || uploads.length > 0) && (
          <ul className="max-h-64 overflow-y-auto p-1">
            {items.map((item) => (
              <FileRow
                key={item.filename}
                item={item}
                onRemove={() => setItems((before) => before.filter((each) => each !== item))}
              />
            ))}
            {uploads.map((each) => (
              <UploadRow key={each.key} upload={each} onCancel={() => cancel(each)} />
            ))}
          </ul>
        )}
        <div className="flex items-center gap-2 border-line-subtle border-t p-2">
          <Button ref={upload} size="sm" icon={Upload} loading={busy} onClick={() => picker.current?.click()}>
            {busy ? 'Uploading' : 'Upload files'}
          </Button>
          <span className="text-small text-text-muted">All file types supported</span>
        </div>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={`${field.name}: choose files`}
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </Popover>
    </div>
  );
}
