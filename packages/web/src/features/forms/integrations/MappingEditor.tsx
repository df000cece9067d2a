import { useQuery } from '@tanstack/react-query';
import { isLinkField, isSelectField, type Table, whyNotPrimary } from '@weft/core';
import type { Content } from '@weft/documents';
import { type DatabaseMapping, mappedByName, mappingFault, mappingNote, whyNotMapped } from '@weft/forms';
import { Banner, Button, Checkbox, FormField, Icon, lightKinds, Select, Skeleton } from '@weft/ui';
import { ArrowRight, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { SaveOrDiscard } from '../../../editor/SaveOrDiscard.tsx';
import { useSubmission } from '../../../shell/use-submission.ts';
import { baseQuery, noMetadata } from '../../connect-database/base-metadata.ts';
import { mappableFields } from './mappable-fields.ts';
import type { Integrations } from './queries.ts';

type Fields = Integrations['fields'];

const skipped = 'skip';
const alwaysNew = 'new';

interface MappingEditorProps {
  readonly content: Content;
  /** What can go into a table. */
  readonly fields: Fields;
  readonly mapping: DatabaseMapping;
  /** It is not connected yet. */
  readonly isNew: boolean;
  readonly onSave: (mapping: DatabaseMapping) => Promise<void>;
  readonly onDiscard: () => void;
}

/** Which field of a table keeps the answers to each question. */
export function MappingEditor(props: MappingEditorProps) {
  const { mapping } = props;
  const { data, error, refetch } = useQuery(baseQuery(mapping.basePublicIdentifier));
  if (error !== null && data === undefined)
    return (
      <Banner tone="danger">
        {noMetadata} <Button onClick={() => void refetch()}>Try again</Button>
      </Banner>
    );
  if (data === undefined) return <Skeleton className="h-40" />;
  const table = data.tables.find(({ id }) => id === mapping.tableId);
  return table === undefined ? (
    <Banner tone="warning">The table that answers go into was deleted: change the database.</Banner>
  ) : (
    <Matching {...props} table={table} />
  );
}

function Matching({
  content,
  fields,
  mapping,
  isNew,
  onSave,
  onDiscard,
  table,
}: MappingEditorProps & { readonly table: Table }) {
  const { busy, error, setError, submit } = useSubmission();
  const [edited, setEdited] = useState<DatabaseMapping | null>(null);
  const asked = mappableFields(content, fields);
  const draft = edited ?? mapping;
  const change = (to: Partial<DatabaseMapping>) => {
    setError(null);
    setEdited({ ...draft, ...to });
  };
  const match = (fromId: string, toId: string) => {
    const { [fromId]: former, ...others } = draft.nameMappings;
    const nameMappings = toId === skipped ? others : { ...others, [fromId]: toId };
    change({
      nameMappings,
      ...(former !== toId && former === draft.keyFieldId && { keyFieldId: null }),
    });
  };
  const taken = new Set(Object.values(draft.nameMappings));
  const targets = table.fields.filter(({ id }) => taken.has(id));
  const fault = mappingFault(draft, asked, table);
  const dirty = isNew || edited !== null;
  const unasked = Object.keys(draft.nameMappings).filter((id) => !asked.some((field) => field.id === id));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="flex-1 font-semibold text-body">
          Match questions to fields{' '}
          <span className="ms-1 font-normal text-small text-text-muted">
            {targets.length} of {asked.length}, in {table.name}
          </span>
        </h3>
        <Button
          size="sm"
          variant="quiet"
          onClick={() => change({ nameMappings: { ...mappedByName(asked, table), ...draft.nameMappings } })}
        >
          Match by name
        </Button>
      </div>
      <ul aria-label="Questions" className="overflow-hidden rounded-lg border">
        {asked.map((from) => {
          const to = table.fields.find(({ id }) => id === draft.nameMappings[from.id]);
          const note = to && (whyNotMapped(from, to) ?? mappingNote(from, to));
          return (
            <li
              key={from.id}
              className="grid min-h-11 grid-cols-[minmax(0,1fr)_24px_172px] items-center gap-x-2 border-b px-3 py-1.5 last:border-b-0 max-sm:grid-cols-1 max-sm:gap-y-1.5"
            >
              <span className={to === undefined ? 'truncate text-text-muted' : 'truncate'}>
                <Icon of={lightKinds[from.type].icon} size={14} className="me-2 inline text-text-subtle" />
                {from.name}
              </span>
              <Icon of={ArrowRight} size={14} className="text-text-subtle max-sm:hidden" />
              <div className="min-w-0">
                <Select
                  label={`Field for ${from.name}`}
                  size="sm"
                  value={to?.id ?? skipped}
                  options={[
                    { value: skipped, label: 'Not written' },
                    ...table.fields.map((field) => {
                      const why = whyNotMapped(from, field);
                      const inUse = taken.has(field.id) && field.id !== to?.id;
                      return {
                        ...{ value: field.id, label: field.name, icon: lightKinds[field.type].icon },
                        disabled: why !== null || inUse,
                        hint: why ?? (inUse ? 'In use' : undefined),
                      };
                    }),
                  ]}
                  onChange={(value) => match(from.id, value)}
                />
                {note != null && (
                  <p className="mt-0.5 text-small text-text-muted">{noteText[note] ?? note}</p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {unasked.length > 0 && (
        <p className="flex items-center gap-2 text-small text-text-muted">
          <Icon of={TriangleAlert} size={14} className="text-warning-text" />
          {unasked.length === 1 ? 'One match is' : `${unasked.length} matches are`} of questions the form no
          longer asks. Nothing is written there.
        </p>
      )}
      <FormField label="Records are found by">
        {({ id }) => (
          <Select
            id={id}
            label="Records are found by"
            value={draft.keyFieldId ?? alwaysNew}
            options={[
              { value: alwaysNew, label: 'Nothing: every answer is a new record' },
              ...targets
                .filter(({ type }) => whyNotPrimary(type) === null)
                .map((field) => ({
                  ...{ value: field.id, label: field.name, icon: lightKinds[field.type].icon },
                  hint: 'An answer with a value that is there changes its record',
                })),
            ]}
            onChange={(value) => change({ keyFieldId: value === alwaysNew ? null : value })}
          />
        )}
      </FormField>
      {targets.some(isSelectField) && (
        <Checkbox
          checked={draft.createOptions}
          label="Make options for choices that a field does not have"
          onChange={(createOptions) => change({ createOptions })}
        />
      )}
      {targets.some(isLinkField) && (
        <Checkbox
          checked={draft.createLinks}
          label="Make records for names that a linked table does not have"
          onChange={(createLinks) => change({ createLinks })}
        />
      )}
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {dirty && fault !== null && <p className="text-small text-text-muted">{fault}.</p>}
      {dirty && (
        <SaveOrDiscard
          busy={busy}
          disabled={fault !== null}
          onSave={() =>
            void submit(async () => {
              await onSave(draft);
              setEdited(null);
            })
          }
          onDiscard={() => {
            setEdited(null);
            setError(null);
            onDiscard();
          }}
        />
      )}
    </div>
  );
}

const noteText: { readonly [note: string]: string } = {
  'by name': 'Linked by name',
  'by option': 'Matched to options by name',
  converted: 'What does not fit is kept as text',
};
