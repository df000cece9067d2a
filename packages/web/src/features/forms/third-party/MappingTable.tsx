import type { AnswerField } from '@weft/forms';
import { Badge, Button, Icon, SearchSelect, toast } from '@weft/ui';
import { TriangleAlert, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import type { TargetField } from '../../integrations/integration-queries.ts';
import { begun, useHost } from './host.ts';
import { MappingLine } from './MappingLine.tsx';
import { matchedByLikeName } from './mapping.ts';
import { exampleOf } from './mapping-example.ts';
import { mappingColumns, mappingLines } from './mapping-lines.ts';
import type { Question, Run, Source, WriteConfig } from './queries.ts';

type Mappings = WriteConfig['nameMappings'];

interface MappingTableProps {
  readonly fields: readonly TargetField[];
  /** What the service calls them: 'column'. */
  readonly noun: string;
  readonly questions: readonly Question[];
  /** What conditions may ask about. */
  readonly asked: readonly AnswerField[];
  readonly mappings: Mappings;
  /** The answer that was sent there last, for examples. */
  readonly last: Run | undefined;
  readonly onChange: (mappings: Mappings) => void;
}

/** Which field of a target each answer goes into, and which texts with answers in them. */
export function MappingTable(props: MappingTableProps) {
  const { fields, noun, questions, asked, mappings, last, onChange } = props;
  const { words } = useHost();
  const [open, setOpen] = useState<string | null>(null);
  const [again, setAgain] = useState<ReadonlySet<string>>(new Set());
  const lines = mappingLines(fields, questions, mappings, again);
  const matched = lines.filter(({ kind, field }) => kind === 'question' && field !== null).length;
  const count = lines.filter(({ kind }) => kind === 'question').length;
  const free = fields.filter(({ id }) => mappings[id] === undefined);
  const takesTexts = free.filter(({ kind }) => kind !== 'files');
  const gone = Object.keys(mappings).filter((id) => fields.every((field) => field.id !== id)).length;
  const set = (id: string, source: Source | null) => {
    const { [id]: _, ...others } = mappings;
    onChange(source === null ? others : { ...others, [id]: source });
  };
  const move = (from: TargetField | null, to: TargetField, source: Source) => {
    const others = Object.entries(mappings).filter(([id]) => id !== from?.id);
    onChange({ ...Object.fromEntries(others), [to.id]: source });
  };
  const matchNames = () => {
    const found = matchedByLikeName(fields, questions, mappings);
    if (Object.keys(found).length === Object.keys(mappings).length)
      toast(`No other ${words.question} is called like a ${noun}`);
    else onChange(found);
  };
  return (
    <section className="@container flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold text-body">
          Match {words.question}s to {noun}s
        </h3>
        <Badge>
          {matched} of {count}
        </Badge>
        <span className="flex-1" />
        <Button size="sm" variant="quiet" icon={WandSparkles} onClick={matchNames}>
          Match by name
        </Button>
      </div>
      <div className="overflow-hidden rounded-lg border">
        <p
          aria-hidden="true"
          className={`${mappingColumns} hidden border-b bg-sunken py-1.5 font-medium text-small text-text-muted @min-[38rem]:grid`}
        >
          <span className="capitalize">{words.question}</span>
          <span />
          <span className="ps-2 capitalize">{noun}</span>
          <span>Change</span>
          <span>When</span>
        </p>
        <ul aria-label={`${begun(words.question)}s`} className="divide-y divide-line-subtle">
          {lines.map((line) => {
            const source = line.field === null ? null : (mappings[line.field.id] ?? null);
            return (
              <MappingLine
                key={line.key}
                {...{ line, noun, fields, free, questions, asked, source }}
                example={source === null ? null : exampleOf(source, questions, last, new Date())}
                isOpen={open === line.key}
                onOpen={(on) => setOpen(on ? line.key : null)}
                onSet={set}
                onMove={move}
                onAgain={(id) => setAgain(new Set([...again, id]))}
              />
            );
          })}
        </ul>
      </div>
      {takesTexts.length > 0 && (
        <div className="w-60">
          <SearchSelect
            label={`Write a text with ${words.answer}s into`}
            value=""
            placeholder={`Write a text into a ${noun}`}
            options={takesTexts.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => {
              set(id, { template: '' });
              setOpen(`text ${id}`);
            }}
          />
        </div>
      )}
      {gone > 0 && (
        <p className="flex items-center gap-2 text-small text-warning-text">
          <Icon of={TriangleAlert} size={14} />
          {gone === 1 ? `One ${noun} that was matched is` : `${gone} ${noun}s that were matched are`} not
          there any more. Nothing is written there.
        </p>
      )}
    </section>
  );
}
