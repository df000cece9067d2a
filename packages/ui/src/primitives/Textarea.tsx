import type { ComponentPropsWithRef } from 'react';
import { cx } from './class-names.ts';
import { inputLook } from './TextInput.tsx';

/** Several lines to type in; grows with its text where the browser can. */
export function Textarea({ className, rows = 3, ...rest }: ComponentPropsWithRef<'textarea'>) {
  return (
    <textarea
      {...rest}
      rows={rows}
      // A box that grows with its text knows nothing of rows: they are its least height.
      style={{ minHeight: `calc(${rows}lh + 14px)` }}
      className={cx(inputLook, 'field-sizing-content max-h-[50dvh] resize-y px-2.5 py-1.5', className)}
    />
  );
}
