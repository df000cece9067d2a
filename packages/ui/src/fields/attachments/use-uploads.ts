import type { Attachment } from '@weft/core';
import { useRef, useState } from 'react';

export type UploadFile = (file: File) => Promise<Attachment>;

/** A file on its way, or one that did not come: then with the sentence that says why. */
interface Upload {
  readonly key: number;
  readonly name: string;
  readonly fault: string | null;
}

const mostBytes = 20 * 1024 * 1024;
const mostAtOnce = 10;

function refusalOf(file: File, place: number): string | null {
  if (place >= mostAtOnce) return `At most ${mostAtOnce} files are uploaded at once`;
  return file.size > mostBytes ? 'Max file size is 20 MB' : null;
}

/** Uploads files one after the other, and tells of each that has come. */
export function useUploads(upload: UploadFile | undefined, onItem: (item: Attachment) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const made = useRef(0);
  const change = (key: number, fault: string | null) =>
    setUploads((before) =>
      fault === null
        ? before.filter((each) => each.key !== key)
        : before.map((each) => (each.key === key ? { ...each, fault } : each)),
    );

  async function add(files: readonly File[]): Promise<void> {
    if (upload === undefined) return;
    const chosen = files.map((file, place) => ({ key: made.current++, file, fault: refusalOf(file, place) }));
    // Faults of before have been read.
    setUploads((before) => [
      ...before.filter(({ fault }) => fault === null),
      ...chosen.map(({ key, file, fault }) => ({ key, name: file.name, fault })),
    ]);
    for (const { key, file, fault } of chosen) {
      if (fault !== null) continue;
      try {
        onItem(await upload(file));
        change(key, null);
      } catch (error) {
        change(key, error instanceof Error ? error.message : 'Failed to upload file');
      }
    }
  }

  return {
    uploads,
    busy: uploads.some(({ fault }) => fault === null),
    add: (files: readonly File[]) => void add(files),
  };
}
