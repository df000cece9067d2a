import { toast } from '../../primitives/toast-queue.ts';

/** Whether files are being dragged, not texts or rows. */
export const carriesFiles = ({ types }: DataTransfer): boolean => types.includes('Files');

/** The files that were dropped or pasted. Folders hold no bytes to send: they are skipped, logged and named. */
export function transferredFiles(transfer: DataTransfer): readonly File[] {
  const folders = new Set(
    [...transfer.items].flatMap((item) => {
      const entry = item.webkitGetAsEntry();
      return entry?.isDirectory === true ? [entry.name] : [];
    }),
  );
  for (const name of folders) console.warn(`Attachment skipped, it is a folder: ${name}`);
  if (folders.size > 0)
    toast(`Skipped ${[...folders].join(', ')}: folders can’t be attached, drop the files in them`, {
      tone: 'error',
    });
  return [...transfer.files].filter(({ name }) => !folders.has(name));
}
