import type { Attachment } from '@weft/core';
import { useEffect, useRef, useState } from 'react';
import type { UploadFile } from '../cell-editor.ts';

/** A file on its way or waiting for its turn, or one that did not come: then with the sentence that says why. */
export interface FileUpload {
  readonly key: number;
  readonly name: string;
  /** How much of it was sent, 0 to 1. */
  readonly share: number;
  readonly fault: string | null;
  readonly control: AbortController;
}

const maxBytes = 20 * 1024 * 1024;
const maxAtOnce = 10;

function refusalOf(file: File, place: number): string | null {
  if (place >= maxAtOnce) return `At most ${maxAtOnce} files are uploaded at once`;
  return file.size > maxBytes ? 'Max file size is 20 MB' : null;
}

/** Uploads files one after the other, and tells of each that has come. */
export function useUploads(upload: UploadFile | undefined, onItem: (item: Attachment) => void) {
  const [uploads, setUploads] = useState<readonly FileUpload[]>([]);
  const made = useRef(0);
  const controls = useRef(new Set<AbortController>());
  // Whoever leaves the cell in another way than by its list does not wait for the rest.
  useEffect(() => {
    const running = controls.current;
    return () => {
      for (const control of running) control.abort();
    };
  }, []);

  const change = (key: number, changed: Partial<FileUpload>) =>
    setUploads((before) => before.map((each) => (each.key === key ? { ...each, ...changed } : each)));
  const remove = (key: number) => setUploads((before) => before.filter((each) => each.key !== key));

  async function send(uploadFile: UploadFile, file: File, { key, control }: FileUpload): Promise<void> {
    if (control.signal.aborted) return;
    try {
      const item = await uploadFile(file, (share) => change(key, { share }), control.signal);
      if (control.signal.aborted) return;
      onItem(item);
      remove(key);
    } catch (error) {
      if (control.signal.aborted) return;
      change(key, { fault: error instanceof Error ? error.message : 'Failed to upload file' });
    } finally {
      controls.current.delete(control);
    }
  }

  async function add(files: readonly File[]): Promise<void> {
    if (upload === undefined) return;
    const chosen = files.map((file, place) => {
      const fault = refusalOf(file, place);
      return { key: made.current++, name: file.name, share: 0, fault, control: new AbortController() };
    });
    for (const { control, fault } of chosen) if (fault === null) controls.current.add(control);
    // Faults of before have been read.
    setUploads((before) => [...before.filter(({ fault }) => fault === null), ...chosen]);
    for (const [place, each] of chosen.entries()) {
      const file = files[place];
      if (each.fault === null && file !== undefined) await send(upload, file, each);
    }
  }

  return {
    uploads,
    busy: uploads.some(({ fault }) => fault === null),
    add: (files: readonly File[]) => void add(files),
    cancel: ({ key, control }: FileUpload) => {
      control.abort();
      remove(key);
    },
  };
}
