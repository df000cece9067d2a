import type { ComponentPropsWithRef } from 'react';
import { cx } from './class-names.ts';
import { inputLook } from './TextInput.tsx';

/** Several lines to type in; grows with its text where the browser can. */
export function Textarea({ className, rows = 3, ...rest }: ComponentPropsWithRef<'textarea'>) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={cx(inputLook, 'field-sizing-content resize-y px-2.5 py-1.5', className)}
    />
  );
}
