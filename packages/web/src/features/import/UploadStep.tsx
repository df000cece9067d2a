import { Banner, Button, cx, Icon, IconButton, ProgressBar } from '@weft/ui';
import { CircleCheck, FileSpreadsheet, FileUp, X } from 'lucide-react';
import { type DragEvent, type RefObject, useRef, useState } from 'react';
import { fileSize } from './file-size.ts';
import type { UploadState } from './import-states.ts';
import { useArrival } from './use-arrival.ts';

export interface UploadPlace {
  /** The largest file the server takes. */
  readonly maxMb: number;
  /** The button that chooses a file: where the keys begin. */
  readonly chooser: RefObject<HTMLButtonElement | null>;
}

export interface UploadStepProps extends UploadPlace {
  readonly state: UploadState;
  readonly onChoose: (files: readonly File[]) => void;
  readonly onClear: () => void;
}

function DropArea({ maxMb, onChoose, chooser }: Pick<UploadStepProps, 'maxMb' | 'onChoose' | 'chooser'>) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover' || event.type === 'dragenter');
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the button inside does the same.
    <div
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={(event) => {
        onDrag(event);
        onChoose([...event.dataTransfer.files]);
      }}
      className={cx(
        'flex h-50 flex-col items-center justify-center gap-3 rounded-lg border border-dashed px-4 text-center',
        over ? 'border-accent bg-accent-tint' : 'border-line-control bg-sunken',
      )}
    >
      <span className="grid size-11 place-items-center rounded-lg bg-hover text-text-muted">
        <Icon of={FileUp} size={24} />
      </span>
      <p className="text-body text-text">
        <span className="max-sm:hidden">Drop a CSV or Excel file here, or </span>
        <Button ref={chooser} className="ms-1 max-sm:ms-0" onClick={() => input.current?.click()}>
          Choose file
        </Button>
      </p>
      <p className="text-small text-text-subtle">One .csv or .xlsx file, up to {maxMb.toLocaleString()} MB</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.xlsx,text/csv"
        aria-label="CSV file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}

interface ChosenFileProps extends Pick<UploadStepProps, 'onClear'> {
  readonly state: Exclude<UploadState, { at: 'choosing' }>;
}

function ChosenFile({ state, onClear }: ChosenFileProps) {
  const { file } = state;
  const place = useArrival<HTMLDivElement>();
  const done = state.at !== 'uploading';
  const sent = state.at === 'uploading' ? state.sent : 1;
  return (
    <div ref={place} tabIndex={-1} className="rounded-lg border bg-surface p-4 outline-none">
      <div className="flex items-center gap-3">
        <Icon of={FileSpreadsheet} size={20} className="text-text-subtle" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium text-body">{file.name}</p>
          <p className="text-small text-text-muted tabular-nums" aria-live="polite">
            {fileSize(file.size)}
            {done ? ' · Uploaded' : ` · Uploading… ${Math.floor(sent * 100)}%`}
          </p>
        </div>
        {done && <Icon of={CircleCheck} size={20} className="text-success-text" />}
        <IconButton label={done ? 'Remove file' : 'Cancel upload'} icon={X} onClick={onClear} />
      </div>
      {!done && (
        <div className="mt-3">
          <ProgressBar value={sent} label={`Uploading ${file.name}`} />
        </div>
      )}
    </div>
  );
}

/** 'Import from CSV': one file by drop or by choosing. */
export function UploadStep({ state, maxMb, onChoose, onClear, chooser }: UploadStepProps) {
  const error = 'error' in state ? state.error : null;
  return (
    <div className="flex flex-col gap-4 pt-1">
      {state.at === 'choosing' ? (
        <DropArea maxMb={maxMb} onChoose={onChoose} chooser={chooser} />
      ) : (
        <ChosenFile state={state} onClear={onClear} />
      )}
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {state.at === 'reading' && (
        <p role="status" className="w-late text-base text-text-muted">
          Looking through every row for names and types…
        </p>
      )}
    </div>
  );
}
