import type { ImportPreview } from '@weft/protocol';
import { FormField, Icon, Popover, Select, TextInput } from '@weft/ui';
import { ChevronDown, FileSpreadsheet } from 'lucide-react';
import { countOf } from './counts.ts';
import type { Parse } from './import-schema.ts';

const delimiterNames: { readonly [delimiter: string]: string } = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Pipe',
};

const encodingNames: { readonly [encoding: string]: string } = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
};

const quoteNames: { readonly [quotes: string]: string } = {
  double: '"…", doubled inside',
  spaced: '"…", also after a space',
  backslash: '"…", \\" inside',
  single: "'…'",
  none: 'None, quotes are text',
};

/** What is said beside the file's name of quotes that are not the usual ones. */
const unusualQuotes: { readonly [quotes: string]: string } = {
  spaced: 'quotes after spaces',
  backslash: 'backslash escapes',
  single: 'single quotes',
  none: 'quotes are text',
};

const optionsOf = (names: { readonly [value: string]: string }) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

export interface FileFactsProps {
  readonly name: string;
  readonly preview: ImportPreview;
  /** Whether another sheet of a workbook is chosen here. */
  readonly choosesSheet: boolean;
  /** Reads the file again, this way. */
  readonly onRead: (parse: Partial<Parse>) => void;
}

/** What is found out of a text file, and may be known better. */
function TextFacts({ parse, onRead }: Pick<FileFactsProps, 'onRead'> & { readonly parse: Parse }) {
  return (
    <>
      <FormField label="Separator">
        {({ id }) => (
          <Select
            id={id}
            label="Separator"
            value={parse.delimiter}
            options={optionsOf(delimiterNames)}
            onChange={(delimiter) => onRead({ delimiter })}
          />
        )}
      </FormField>
      <FormField label="Quotes" hint="They let a cell hold separators and line breaks.">
        {({ id }) => (
          <Select
            id={id}
            label="Quotes"
            value={parse.quotes}
            options={optionsOf(quoteNames)}
            onChange={(quotes) => onRead({ quotes })}
          />
        )}
      </FormField>
      <FormField label="Encoding" hint="Choose another when letters look wrong.">
        {({ id }) => (
          <Select
            id={id}
            label="Encoding"
            value={parse.encoding}
            options={optionsOf(encodingNames)}
            onChange={(encoding) => onRead({ encoding })}
          />
        )}
      </FormField>
    </>
  );
}

/** The file and how it was read; a press opens the things one may know better. */
export function FileFacts({ name, preview, choosesSheet, onRead }: FileFactsProps) {
  const { parse, totalRows } = preview;
  const leave = (text: string) => {
    const leadRows = Number(text);
    const valid = text !== '' && Number.isInteger(leadRows) && leadRows >= 0 && leadRows <= 1_000;
    if (valid && leadRows !== parse.leadRows) onRead({ leadRows });
  };
  const facts = [
    countOf(totalRows, 'row'),
    ...(parse.sheet !== undefined
      ? [`sheet ${parse.sheet}`]
      : [
          (delimiterNames[parse.delimiter] ?? parse.delimiter).toLowerCase(),
          unusualQuotes[parse.quotes],
          encodingNames[parse.encoding] ?? parse.encoding,
        ]),
  ].filter((fact) => fact !== undefined);
  return (
    <div className="min-w-0">
      <p className="mb-1.5 font-medium text-small text-text-muted">File</p>
      <Popover
        label="How the file is read"
        align="end"
        width={280}
        trigger={
          <button
            type="button"
            className="flex h-(--w-control-md) w-full items-center gap-2 rounded-md bg-sunken px-2.5 text-base hover:bg-pressed"
          >
            <Icon of={FileSpreadsheet} className="text-success-text" />
            <span className="min-w-0 shrink truncate font-medium">{name}</span>
            <span className="min-w-0 flex-1 shrink-[2] truncate text-start text-text-muted tabular-nums">
              {facts.join(' · ')}
            </span>
            <Icon of={ChevronDown} size={14} className="text-text-subtle" />
          </button>
        }
      >
        <div className="flex flex-col gap-4">
          {parse.sheet === undefined && <TextFacts parse={parse} onRead={onRead} />}
          {parse.sheet !== undefined && choosesSheet && (
            <FormField label="Sheet">
              {({ id }) => (
                <Select
                  id={id}
                  label="Sheet"
                  value={preview.currentSheet}
                  options={preview.availableSheets.map(({ name }) => ({ value: name, label: name }))}
                  onChange={(sheet) => onRead({ sheet })}
                />
              )}
            </FormField>
          )}
          <FormField label="Rows above the header" hint="They are left out: titles, account numbers.">
            {(control) => (
              <TextInput
                {...control}
                key={parse.leadRows}
                type="number"
                min={0}
                max={1_000}
                defaultValue={parse.leadRows}
                onBlur={(event) => leave(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') leave(event.currentTarget.value);
                }}
              />
            )}
          </FormField>
        </div>
      </Popover>
    </div>
  );
}
