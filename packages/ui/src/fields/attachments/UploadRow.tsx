import { CircleAlert, RotateCw, X } from 'lucide-react';
import { Icon } from '../../primitives/Icon.tsx';
import { IconButton } from '../../primitives/IconButton.tsx';
import { ProgressBar } from '../../primitives/ProgressBar.tsx';
import type { FileUpload } from './cell-files.ts';
import { sentSize } from './file-size.ts';
import { Thumb } from './Thumb.tsx';

export interface UploadRowProps {
  readonly upload: FileUpload;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
}

/** A file on its way, or why it did not come. */
export function UploadRow({ upload, onCancel, onRetry }: UploadRowProps) {
  const { name, share, size, fault, canRetry } = upload;
  return (
    <li className="flex min-h-14 items-center gap-2.5 bg-raised ps-8 pe-2.5 max-sm:ps-2">
      <Thumb mimeType={upload.mimeType} source={null} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-medium">
          {name}
        </span>
        {fault === null ? (
          <span className="flex items-center gap-2 text-small text-text-muted tabular-nums">
            <span className="min-w-0 flex-1">
              <ProgressBar value={share} label={`Uploading ${name}`} />
            </span>
            <span className="shrink-0">{sentSize(share, size)}</span>
          </span>
        ) : (
          <span role="alert" className="flex items-center gap-1 text-danger-text text-small">
            <Icon of={CircleAlert} size={14} />
            <span className="min-w-0">{fault}</span>
          </span>
        )}
      </span>
      {fault !== null && canRetry && (
        <IconButton
          size="sm"
          className="pointer-coarse:size-11"
          icon={RotateCw}
          label={`Retry ${name}`}
          onClick={onRetry}
        />
      )}
      <IconButton
        size="sm"
        className="pointer-coarse:size-11"
        icon={X}
        label={fault === null ? `Cancel upload of ${name}` : `Dismiss ${name}`}
        onClick={onCancel}
      />
    </li>
  );
}
