import { type RefObject, useRef } from 'react';
import { Button } from '../../primitives/Button.tsx';
import { cx } from '../../primitives/class-names.ts';

export interface UploadTabProps {
  /** Files are held over the dialog. */
  readonly over: boolean;
  /** The button to choose files with. */
  readonly chooser: RefObject<HTMLButtonElement | null>;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Where files are dropped, or chosen. */
export function UploadTab({ over, chooser, onFiles }: UploadTabProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div
      className={cx(
        'flex min-h-33 flex-col items-center justify-center gap-1 rounded-lg border border-dashed px-4 py-3 text-center text-small text-text-muted',
        over ? 'border-accent bg-accent-tint' : 'border-line-control bg-sunken',
      )}
    >
      <p className="mb-1.5 flex flex-wrap items-center justify-center gap-2 text-body text-text">
        <span className="pointer-coarse:hidden">Drop files here, or</span>
        <Button ref={chooser} onClick={() => picker.current?.click()}>
          Choose files
        </Button>
      </p>
      <p>All file types supported</p>
      <p>Max file size is 20 MB · 10 files at a time</p>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Choose files"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </div>
  );
}
