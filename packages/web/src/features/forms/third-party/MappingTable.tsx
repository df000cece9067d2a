import type { Content } from '@weft/documents';
import { type AnswerField, fieldsOf, questionsOf } from '@weft/forms';
import { Badge, Button, Icon, lightKinds, SearchSelect, Select, Textarea } from '@weft/ui';
import { ArrowRight, FileText, TriangleAlert, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import type { TargetField } from '../../integrations/integration-queries.ts';
import { mappingNote, matchedByName, shownFields, transforms } from './mapping.ts';
import type { Question, Source, WriteConfig } from './queries.ts';
import { RowCondition } from './RowCondition.tsx';

type Mappings = WriteConfig['nameMappings'];

const nothing = 'nothing';
const template = 'template';

interface MappingTableProps {
  readonly fields: readonly TargetField[];
  readonly questions: readonly Question[];
  /** What the form asks now, for conditions. */
  readonly content: Content;
  readonly mappings: Mappings;
  readonly onChange: (mappings: Mappings) => void;
}

/** What goes into each field of a target: the answer to a question, or a text with answers in it. */
export function MappingTable({ fields, questions, content, mappings, onChange }: MappingTableProps) {
  const asked = fieldsOf(questionsOf(content));
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const shown = shownFields(fields, mappings, added);
  const hidden = fields.filter((field) => !shown.includes(field));
  const count = fields.filter(({ id }) => mappings[id] !== undefined).length;
  const gone = Object.keys(mappings).filter((id) => fields.every((field) => field.id !== id)).length;
  const set = (id: string, source: Source | null) => {
    const { [id]: _, ...others } = mappings;
    onChange(source === null ? others : { ...others, [id]: source });
  };
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold text-body">Match questions to fields</h3>
        <Badge>
          {count} of {fields.length}
        </Badge>
        <span className="flex-1" />
        <Button
          size="sm"
          variant="quiet"
          icon={WandSparkles}
          onClick={() => onChange(matchedByName(fields, questions, mappings))}
        >
          Match by name
        </Button>
      </div>
      <div className="overflow-hidden rounded-lg border">
        <p
          aria-hidden="true"
          className="grid grid-cols-[minmax(0,1fr)_16px_minmax(0,1fr)_132px_132px] gap-x-2 border-b bg-sunken px-3 py-1.5 font-medium text-small text-text-muted max-md:hidden"
        >
          <span>Question</span>
          <span />
          <span>Field</span>
          <span>Change</span>
          <span>When</span>
        </p>
        <ul aria-label="Fields" className="divide-y">
          {shown.map((field) => (
            <MappingRow
              key={field.id}
              field={field}
              questions={questions}
              asked={asked}
              source={mappings[field.id] ?? null}
              onChange={(source) => set(field.id, source)}
            />
          ))}
        </ul>
      </div>
      {hidden.length > 0 && (
        <div className="w-60">
          <SearchSelect
            label="Add a field"
            value=""
            placeholder={`Add one of ${hidden.length} fields`}
            options={hidden.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => setAdded(new Set([...added, id]))}
          />
        </div>
      )}
      {gone > 0 && (
        <p className="flex items-center gap-2 text-small text-warning-text">
          <Icon of={TriangleAlert} size={14} />
          {gone === 1 ? 'One field that was matched is' : `${gone} fields that were matched are`} not there
          any more. Nothing is written there.
        </p>
      )}
    </section>
  );
}

interface MappingRowProps {
  readonly field: TargetField;
  readonly questions: readonly Question[];
  /** What conditions may ask about. */
  readonly asked: readonly AnswerField[];
  readonly source: Source | null;
  readonly onChange: (source: Source | null) => void;
}

function MappingRow({ field, questions, asked, source, onChange }: MappingRowProps) {
  const isText = source !== null && 'template' in source;
  const question =
    source !== null && 'questionId' in source
      ? questions.find(({ id }) => id === source.questionId)
      : undefined;
  const isGone = source !== null && !isText && question === undefined;
  const note = isGone
    ? 'The form asks this no longer: nothing is written'
    : question === undefined
      ? null
      : mappingNote(field, question);
  const choose = (value: string) => {
    if (value === nothing) onChange(null);
    else {
      const kept = source?.when === undefined ? {} : { when: source.when };
      onChange({ ...kept, ...(value === template ? { template: '' } : { questionId: value }) });
    }
  };
  return (
    <li className={`px-3 py-2 ${isText ? 'bg-accent-tint' : ''}`}>
      <div className="grid grid-cols-[minmax(0,1fr)_16px_minmax(0,1fr)_132px_132px] items-center gap-x-2 max-md:grid-cols-1 max-md:gap-y-1.5">
        <Select
          label={`What goes into ${field.name}`}
          size="sm"
          value={source === null ? nothing : isText ? template : (question?.id ?? '')}
          placeholder="A question that is gone"
          options={[
            { value: nothing, label: 'Not sent' },
            ...questions.map(({ id, name, type }) => ({
              ...{ value: id, label: name, icon: lightKinds[type].icon },
            })),
            { value: template, label: 'A text with answers', icon: FileText },
          ]}
          onChange={choose}
        />
        <Icon of={ArrowRight} size={14} className="text-text-subtle max-md:hidden" />
        <span
          className={`truncate text-base ${source === null ? 'text-text-muted' : 'font-medium'}`}
          title={field.name}
        >
          {field.name}
          {field.required && <span className="ms-1 text-small text-text-subtle">required</span>}
        </span>
        {source !== null && field.kind !== 'files' && (
          <Select
            quiet
            label={`How ${field.name} is changed`}
            size="sm"
            value={source.transform ?? 'none'}
            options={transforms}
            onChange={(transform) => onChange({ ...source, transform })}
          />
        )}
        {source !== null && (
          <RowCondition
            name={field.name}
            filter={source.when ?? null}
            asked={asked}
            onChange={(when) => {
              const { when: _, ...others } = source;
              onChange(when === null ? others : { ...others, when });
            }}
          />
        )}
      </div>
      {isText && (
        <div className="mt-2 flex items-start gap-2">
          <Textarea
            aria-label={`Text for ${field.name}`}
            rows={2}
            maxLength={10_000}
            value={source.template}
            placeholder={questions[0] === undefined ? '' : `Hello {{${questions[0].name}}}`}
            onChange={(event) => onChange({ ...source, template: event.target.value })}
          />
          <div className="w-40 shrink-0">
            <Select
              label={`Add an answer to the text for ${field.name}`}
              value=""
              placeholder="Add an answer"
              options={questions.map(({ id, name, type }) => ({
                ...{ value: id, label: name, icon: lightKinds[type].icon },
              }))}
              onChange={(id) => {
                const named = questions.find((one) => one.id === id)?.name ?? '';
                onChange({ ...source, template: `${source.template}{{${named}}}` });
              }}
            />
          </div>
        </div>
      )}
      {note !== null && (
        <p className="mt-1 flex items-center gap-1.5 text-small text-warning-text">
          <Icon of={TriangleAlert} size={14} />
          {note}
        </p>
      )}
    </li>
  );
}
