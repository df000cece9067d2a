import { anyFieldType } from '@weft/core';
import type { AnswerField } from '@weft/forms';
import { cx, Icon, IconButton, lightKinds, Menu, SearchSelect, Select } from '@weft/ui';
import {
  ArrowRight,
  ChevronsUpDown,
  Ellipsis,
  FileText,
  Plus,
  Split,
  TriangleAlert,
  WandSparkles,
  X,
} from 'lucide-react';
import { useId } from 'react';
import type { TargetField } from '../../integrations/integration-queries.ts';
import { likeOf, targetKinds } from '../../integrations/target-kinds.ts';
import { conditionWords } from '../condition-words.ts';
import { useHost } from './host.ts';
import { MappingDetails } from './MappingDetails.tsx';
import { mappingNote, transformsFor } from './mapping.ts';
import { type MappingLine as Line, mappingColumns } from './mapping-lines.ts';
import type { Question, Source } from './queries.ts';

const notSent = 'nothing';
const aText = 'template';
/** More fields than these are found by typing. */
const fewFields = 12;

interface MappingLineProps {
  readonly line: Line;
  readonly noun: string;
  readonly fields: readonly TargetField[];
  /** Those that nothing goes into yet. */
  readonly free: readonly TargetField[];
  readonly questions: readonly Question[];
  /** What conditions may ask about. */
  readonly asked: readonly AnswerField[];
  /** Null: nothing is written. */
  readonly source: Source | null;
  readonly example: { readonly answer: string; readonly written: string } | null;
  readonly isOpen: boolean;
  readonly onOpen: (on: boolean) => void;
  readonly onSet: (fieldId: string, source: Source | null) => void;
  readonly onMove: (from: TargetField | null, to: TargetField, source: Source) => void;
  /** The answer to the question goes into one more field. */
  readonly onAgain: (questionId: string) => void;
}

/** What a line is about, in words. */
const nameOf = (line: Line, { question, answer }: { readonly question: string; readonly answer: string }) =>
  line.kind === 'question'
    ? line.question.name
    : line.kind === 'gone'
      ? `A ${question} that is gone`
      : `A text with ${answer}s`;

/** One line of a mapping: an answer or a text, where it goes, and how. */
export function MappingLine(props: MappingLineProps) {
  const { line, noun, fields, free, questions, asked, source, isOpen, onOpen, onSet, onMove, onAgain } =
    props;
  const { field } = line;
  const detailsId = useId();
  const question = line.kind === 'question' ? line.question : undefined;
  const { words } = useHost();
  const name = nameOf(line, words);
  const note =
    line.kind === 'gone'
      ? `The ${words.host} has this no longer: nothing is written`
      : field === null || question === undefined
        ? null
        : mappingNote(field, question);
  const chooseField = (id: string) => {
    if (id === notSent) {
      if (field !== null) onSet(field.id, null);
      return;
    }
    const to = fields.find((one) => one.id === id);
    if (to !== undefined)
      onMove(field, to, source ?? (question === undefined ? { template: '' } : { questionId: question.id }));
  };
  const target = {
    label: `${noun === 'column' ? 'Column' : 'Field'} for ${name}`,
    size: 'sm',
    value: field?.id ?? '',
    placeholder: `Choose a ${noun}…`,
    options: [
      ...(field === null ? [] : [{ value: notSent, label: 'Not sent' }]),
      ...fields
        .filter((one) => one.id === field?.id || free.includes(one))
        .map((one) => ({
          ...{ value: one.id, label: one.name, icon: lightKinds[likeOf(one)].icon },
          hint: one.required ? 'Has to be filled in' : undefined,
        })),
    ],
    onChange: chooseField,
  } as const;
  return (
    <li className={isOpen ? 'bg-accent-tint' : ''}>
      <div className={cx(mappingColumns, 'grid min-h-11 gap-y-1 py-1.5')}>
        {line.kind === 'needed' ? (
          <div className="col-span-3 min-w-0 @min-[38rem]:col-span-1">
            <Select
              label={`What goes into ${line.field.name}`}
              size="sm"
              value=""
              placeholder="Choose what goes in"
              options={[
                ...questions.map(({ id, name: label, type }) => ({
                  ...{ value: id, label, icon: lightKinds[type].icon },
                })),
                ...(line.field.kind === 'files'
                  ? []
                  : [{ value: aText, label: `A text with ${words.answer}s`, icon: FileText }]),
              ]}
              onChange={(value) => {
                onSet(line.field.id, value === aText ? { template: '' } : { questionId: value });
                if (value === aText) onOpen(true);
              }}
            />
          </div>
        ) : (
          <span
            className={cx(
              'col-span-2 flex min-w-0 items-center gap-2 text-base @min-[38rem]:col-span-1',
              source === null ? 'text-text-muted' : 'font-medium',
            )}
            title={name}
          >
            <Icon
              of={question === undefined ? FileText : lightKinds[question.type].icon}
              size={16}
              className="shrink-0 text-text-subtle"
            />
            <span className="truncate">{name}</span>
          </span>
        )}
        <Icon of={ArrowRight} size={14} className="text-text-subtle @max-[38rem]:hidden" />
        {line.kind === 'needed' ? (
          <span className="col-span-3 flex min-w-0 items-center gap-2 ps-2 text-base @min-[38rem]:col-span-1">
            <span className="truncate" title={line.field.name}>
              {line.field.name}
            </span>
            <span className="shrink-0 text-small text-warning-text">required</span>
          </span>
        ) : (
          <div
            className={cx(
              'col-span-3 min-w-0 rounded-md @min-[38rem]:col-span-1',
              field === null && 'border border-line-strong border-dashed',
            )}
          >
            {fields.length > fewFields ? <SearchSelect {...target} /> : <Select quiet {...target} />}
          </div>
        )}
        {source === null ? (
          <span className="text-base text-text-muted @max-[38rem]:hidden">
            {line.kind === 'needed' ? '' : 'Not sent'}
          </span>
        ) : (
          <Detail
            label={`Change of ${name}`}
            {...{ isOpen, onOpen, detailsId }}
            icon={
              note !== null ? TriangleAlert : (source.transform ?? 'none') === 'none' ? null : WandSparkles
            }
            warns={note !== null}
          >
            {note !== null && question !== undefined && field !== null
              ? `${anyFieldType(question.type).label} to ${targetKinds[field.kind].label.toLowerCase()}`
              : (transformsFor(words).find(({ value }) => value === (source.transform ?? 'none'))?.label ??
                '')}
          </Detail>
        )}
        {source === null ? (
          <span className="@max-[38rem]:hidden" />
        ) : (
          <Detail
            label={`Write ${name} when`}
            {...{ isOpen, onOpen, detailsId }}
            icon={source.when === undefined ? null : Split}
            isPill={source.when !== undefined}
          >
            {source.when === undefined ? 'Always' : conditionWords(source.when, asked)}
          </Detail>
        )}
        {source === null || field === null ? (
          <span className="@max-[38rem]:hidden" />
        ) : (
          <span className="col-start-3 row-start-1 @min-[38rem]:[grid-area:auto]">
            <Menu
              align="end"
              trigger={<IconButton plain size="sm" icon={Ellipsis} label={`More about ${name}`} />}
              items={[
                {
                  label: isOpen ? 'Hide how it is written' : 'How it is written',
                  icon: ChevronsUpDown,
                  onSelect: () => onOpen(!isOpen),
                },
                ...(question === undefined || free.length === 0
                  ? []
                  : [
                      {
                        label: `Write into another ${noun} too`,
                        icon: Plus,
                        onSelect: () => onAgain(question.id),
                      },
                    ]),
                { label: 'Do not send', icon: X, onSelect: () => onSet(field.id, null) },
              ]}
            />
          </span>
        )}
      </div>
      {isOpen && source !== null && field !== null && (
        <MappingDetails
          id={detailsId}
          {...{ name, field, question, questions, asked, source, note }}
          example={props.example}
          onChange={(next) => onSet(field.id, next)}
        />
      )}
    </li>
  );
}

/** What is said of a line in its row; it shows where that is set. */
function Detail(props: {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onOpen: (on: boolean) => void;
  readonly detailsId: string;
  readonly icon: typeof Split | null;
  readonly warns?: boolean;
  readonly isPill?: boolean;
  readonly children: string;
}) {
  const { label, isOpen, onOpen, detailsId, icon, warns, isPill, children } = props;
  return (
    <button
      type="button"
      aria-label={`${label}: ${children}`}
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailsId : undefined}
      title={children}
      className={cx(
        'flex h-(--w-control-sm) min-w-0 items-center gap-1.5 justify-self-start rounded-md px-1 text-base hover:bg-hover',
        warns ? 'text-warning-text' : 'text-text-muted',
        isPill && 'h-6 rounded-full border bg-surface px-2 text-small text-text',
      )}
      onClick={() => onOpen(!isOpen)}
    >
      {icon !== null && <Icon of={icon} size={14} className="shrink-0" />}
      <span className="truncate">{children}</span>
    </button>
  );
}
