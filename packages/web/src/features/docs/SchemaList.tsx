import { Icon } from '@weft/ui';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from './api-document.ts';
import { ProseText } from './ProseText.tsx';
import { rowsOf, type SchemaRow, type Schemas } from './schema-rows.ts';

function Row({ row, schemas }: { readonly row: SchemaRow; readonly schemas: Schemas }) {
  const [open, setOpen] = useState(false);
  return (
    <li className="border-line-subtle border-t py-2 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="break-all font-medium font-mono text-small">{row.name}</span>
        <span className="text-small text-text-subtle">{row.type}</span>
        {!row.required && <span className="text-small text-text-subtle">· optional</span>}
        {row.inner !== null && (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="inline-flex min-h-6 items-center gap-0.5 rounded-sm font-medium text-accent-text text-small hover:underline pointer-coarse:min-h-11"
          >
            <Icon of={ChevronRight} size={14} className={open ? 'rotate-90' : ''} />
            {open ? 'Hide parts' : 'Show parts'}
            <span className="sr-only"> of {row.name}</span>
          </button>
        )}
      </div>
      <ProseText text={row.description} className="mt-0.5 text-base text-text-muted" />
      {open && row.inner !== null && (
        <div className="mt-2 border-line border-s ps-3">
          <SchemaList schema={row.inner} schemas={schemas} />
        </div>
      )}
    </li>
  );
}

/** The properties of an object, each with what it is; what is made of parts opens on demand. */
export function SchemaList({ schema, schemas }: { readonly schema: Schema; readonly schemas: Schemas }) {
  return (
    <ul>
      {rowsOf(schema, schemas).map((row) => (
        <Row key={row.name} row={row} schemas={schemas} />
      ))}
    </ul>
  );
}
