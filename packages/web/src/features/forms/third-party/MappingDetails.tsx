import { anyFieldType } from '@weft/core';
import { type AnswerField, nameKey, namesIn } from '@weft/forms';
import { FormField, Icon, lightKinds, Select, Textarea } from '@weft/ui';
import { ArrowRight, FileText, TriangleAlert } from 'lucide-react';
import type { TargetField } from '../../integrations/integration-queries.ts';
import { likeOf, targetKinds } from '../../integrations/target-kinds.ts';
import { ConditionButton } from './ConditionButton.tsx';
import { useHost } from './host.ts';
import { transformsFor } from './mapping.ts';
import type { Question, Source } from './queries.ts';

interface MappingDetailsProps {
  readonly id: string;
  /** What is written. */
  readonly name: string;
  readonly field: TargetField;
  /** Undefined: a text is written. */
  readonly question: Question | undefined;
  readonly questions: readonly Question[];
  readonly asked: readonly AnswerField[];
  readonly source: Source;
  readonly note: string | null;
  readonly example: { readonly answer: string; readonly written: string } | null;
  readonly onChange: (source: Source) => void;
}

/** How an answer is written into a field: as what, changed how, for which answers, and what that comes to. */
export function MappingDetails(props: MappingDetailsProps) {
  const { id, name, field, question, questions, asked, source, note, example, onChange } = props;
  const { words } = useHost();
  const to = targetKinds[field.kind];
  const named = new Set(questions.map((one) => nameKey(one.name)));
  const unknown =
    'template' in source ? namesIn(source.template).filter((one) => !named.has(nameKey(one))) : [];
  return (
    <div id={id} className="px-3 pb-3 @min-[38rem]:ps-9">
      <div className="rounded-md border border-accent-line bg-surface">
        <div className="grid gap-x-4 gap-y-3 px-3 py-2.5 @min-[38rem]:grid-cols-3">
          <div>
            <p className="mb-1.5 font-medium text-small text-text-muted">Types</p>
            <p className="flex min-h-8 flex-wrap items-center gap-x-1.5 text-base">
              <Icon
                of={question === undefined ? FileText : lightKinds[question.type].icon}
                size={14}
                className="text-text-subtle"
              />
              {question === undefined ? 'Text' : anyFieldType(question.type).label}
              <Icon of={ArrowRight} size={14} className="text-text-subtle" />
              <Icon of={lightKinds[likeOf(field)].icon} size={14} className="text-text-subtle" />
              {to.label}
            </p>
          </div>
          {field.kind !== 'files' && (
            <FormField label="Change">
              {(control) => (
                <Select
                  id={control.id}
                  label={`How ${name} is changed`}
                  value={source.transform ?? 'none'}
                  options={transformsFor(words)}
                  onChange={(transform) => {
                    const { transform: _, ...others } = source;
                    onChange(transform === 'none' ? others : { ...others, transform });
                  }}
                />
              )}
            </FormField>
          )}
          <div>
            <p className="mb-1.5 font-medium text-small text-text-muted">When</p>
            <ConditionButton
              label={`Write ${name} when`}
              always="Always"
              empty={`Without conditions it is written for every ${words.answer}.`}
              filter={source.when ?? null}
              asked={asked}
              onChange={(when) => {
                const { when: _, ...others } = source;
                onChange(when === null ? others : { ...others, when });
              }}
            />
          </div>
        </div>
        {'template' in source && (
          <div className="flex flex-wrap items-start gap-2 px-3 pb-3">
            <div className="min-w-60 flex-1">
              <Textarea
                aria-label={`Text for ${field.name}`}
                rows={3}
                maxLength={10_000}
                value={source.template}
                placeholder={questions[0] === undefined ? '' : `Hello {{${questions[0].name}}}`}
                onChange={(event) => onChange({ ...source, template: event.target.value })}
              />
            </div>
            <div className="w-40 shrink-0">
              <Select
                label={`Add ${words.answer === 'answer' ? 'an answer' : `a ${words.question}`} to the text for ${field.name}`}
                value=""
                placeholder={words.answer === 'answer' ? 'Add an answer' : `Add a ${words.question}`}
                options={questions.map((one) => ({
                  ...{ value: one.id, label: one.name, icon: lightKinds[one.type].icon },
                }))}
                onChange={(chosen) => {
                  const named = questions.find((one) => one.id === chosen)?.name ?? '';
                  onChange({ ...source, template: `${source.template}{{${named}}}` });
                }}
              />
            </div>
          </div>
        )}
        {unknown.length > 0 && (
          <p className="flex items-center gap-1.5 px-3 pb-2.5 text-small text-warning-text">
            <Icon of={TriangleAlert} size={14} className="shrink-0" />
            <span className="wrap-anywhere">
              No {words.question} is called {unknown.map((name) => `‘${name}’`).join(', ')}: nothing is
              written there
            </span>
          </p>
        )}
        {note !== null && (
          <p className="flex items-center gap-1.5 px-3 pb-2.5 text-small text-warning-text">
            <Icon of={TriangleAlert} size={14} />
            {note}
          </p>
        )}
        {example !== null && note === null && (
          <p className="flex flex-wrap items-center gap-x-2 border-line-subtle border-t px-3 py-2 text-small">
            <span className="text-text-muted">Example</span>
            <span className="wrap-anywhere text-text-muted">{example.answer}</span>
            <Icon of={ArrowRight} size={14} className="text-text-subtle" />
            <span className="wrap-anywhere font-medium">{example.written || 'Nothing is written'}</span>
          </p>
        )}
      </div>
    </div>
  );
}
