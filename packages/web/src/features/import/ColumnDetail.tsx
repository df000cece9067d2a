import { fieldType, isSelectKind, type SelectTemplate, whyNotPrimary } from '@weft/core';
import type { ImportPreviewColumn } from '@weft/protocol';
import { Button, cx, FieldSettings, hasSettings, Icon, lightKinds, Switch, Tooltip } from '@weft/ui';
import { CircleAlert, CircleHelp, Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ColumnChoice, ColumnFault } from './column-choice.ts';
import { changedLabels, fileLabels, keepsSpaces } from './column-options.ts';
import { isDoubtful, misfitsIn, misfitsOf, misfitWords, notesOf, suggestions } from './column-reading.ts';
import { countOf } from './counts.ts';
import type { SchemaEdit } from './import-schema.ts';
import { readingLabel } from './kind-options.ts';
import { verdictOf } from './verdict.ts';

export interface ColumnDetailProps {
  readonly column: ImportPreviewColumn;
  readonly choice: ColumnChoice;
  readonly fault: ColumnFault | undefined;
  readonly primary: boolean;
  /** Its values in the rows at hand. */
  readonly values: readonly string[];
  readonly dispatch: (action: SchemaEdit) => void;
}

const sentence = (text: string): string => (/[.…?]$/.test(text) ? text : `${text}.`);

/** What is said of the column: the bold part and the rest. */
function said({ column, choice, fault }: ColumnDetailProps): readonly [bold: string, rest: string] {
  const name = choice.name.trim() || `Column ${choice.sourceIndex + 1}`;
  if (!choice.include) return [`${name} is not imported.`, ''];
  if (fault !== undefined) return [`${fault}.`, 'Choose another one.'];
  const { values, empty } = column.fieldValidation;
  const { label } = fieldType(choice.type);
  const deleted = changedLabels(column, choice).filter(([, text]) => text === null);
  if (deleted.length > 0)
    return [
      `Cells of ${name} with ${deleted.map(([text]) => `“${text}”`).join(', ')} have no option.`,
      'They are kept as text and marked, nothing is lost.',
    ];
  const misfits = misfitsIn(column, choice);
  if (misfits.count > 0) {
    const many = misfits.atLeast
      ? `${misfits.count.toLocaleString()} or more of ${countOf(values, 'value')}`
      : `${misfits.count.toLocaleString()} of ${countOf(values, 'value')}`;
    const [verb, kept] =
      misfits.count === 1 && !misfits.atLeast ? ['doesn’t', 'It is'] : ['don’t', 'They are'];
    return [`${many} in ${name} ${verb} fit ${label}.`, `${kept} kept as text and marked, nothing is lost.`];
  }
  const rest = `${countOf(values, 'value')}, ${empty.toLocaleString()} empty`;
  if (choice.decided && choice.type !== column.fieldType)
    return [`Every value in ${name} fits ${label}.`, rest];
  const sure = `${Math.round(column.confidence * 100)}% sure`;
  if (isDoubtful(column, choice))
    return [
      sentence(`${name}: ${column.reason}`),
      `Kept as ${label.toLowerCase()} unless you choose · ${sure}`,
    ];
  return [sentence(`${name}: ${column.reason}`), values === 0 ? '' : `${rest} · ${sure}`];
}

function Suggestions({ column, choice, values, dispatch }: ColumnDetailProps) {
  const offered = suggestions(column, choice, values);
  if (offered.length === 0) return null;
  return (
    <>
      <span className="text-small text-text-muted">Import as</span>
      {offered.map((reading) => {
        const misfits = misfitsOf(reading);
        return (
          <Tooltip key={JSON.stringify([reading.fieldType, reading.template])} content={reading.reason}>
            <Button
              size="sm"
              icon={lightKinds[reading.fieldType].icon}
              onClick={() =>
                dispatch({
                  type: 'typed',
                  column: choice.sourceIndex,
                  kind: reading.fieldType,
                  template: reading.template,
                })
              }
            >
              {readingLabel(reading, column)}
              <span
                className={cx('font-normal', misfits.count > 0 ? 'text-warning-text' : 'text-text-subtle')}
              >
                {misfitWords(misfits)}
              </span>
            </Button>
          </Tooltip>
        );
      })}
    </>
  );
}

function PrimaryChoice({ choice, dispatch }: ColumnDetailProps) {
  const why = whyNotPrimary(choice.type);
  if (why !== null) return <span className="ml-auto text-small text-text-muted">{why}</span>;
  return (
    <Button
      size="sm"
      variant="quiet"
      className="ml-auto"
      onClick={() => dispatch({ type: 'led', column: choice.sourceIndex })}
    >
      Make primary field
    </Button>
  );
}

function Settings({ column, choice, dispatch }: Pick<ColumnDetailProps, 'column' | 'choice' | 'dispatch'>) {
  const onChange = (template: ColumnChoice['template']) =>
    dispatch({ type: 'setUp', column: choice.sourceIndex, template });
  if (!choice.include || !hasSettings(choice.type)) return null;
  const { template } = choice;
  if (isSelectKind(choice.type) && fileLabels(column, choice.type, choice.trim) !== null) {
    return (
      <div className="flex flex-col gap-2 rounded-md bg-surface p-3">
        <div className="max-h-72 overflow-y-auto">
          <FieldSettings type={choice.type} template={template} onChange={onChange} />
        </div>
      </div>
    );
  }
  if (isSelectKind(choice.type)) {
    const select = template as SelectTemplate;
    return (
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-small text-text-muted">
          Every different value becomes an option, in the order of the file.
        </span>
        <Switch
          label="Coloured options"
          checked={!select.disableColors}
          onChange={(colored) => onChange({ ...select, disableColors: !colored })}
        />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-3">
      <FieldSettings type={choice.type} template={template} onChange={onChange} />
    </div>
  );
}

/** White space around values is kept until a person says otherwise; what that changes is counted. */
function SurroundingSpace({
  column,
  choice,
  dispatch,
}: Pick<ColumnDetailProps, 'column' | 'choice' | 'dispatch'>) {
  const { cells, blank, merged } = column.fieldValidation.outerSpace;
  if (!choice.include || !keepsSpaces(choice.type) || cells + blank === 0) return null;
  const parts = [
    ...(cells > 0 ? [`${countOf(cells, 'value')} with spaces around`] : []),
    ...(merged > 0 && isSelectKind(choice.type)
      ? [`${merged.toLocaleString()} equal another without them`]
      : []),
    ...(blank > 0 ? [`${countOf(blank, 'cell')} of spaces alone`] : []),
  ];
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span className="text-small text-text-muted">{parts.join(' · ')}</span>
      <Switch
        label={
          merged > 0 && isSelectKind(choice.type) ? 'Leave out the spaces and merge' : 'Leave out the spaces'
        }
        checked={choice.trim === true}
        onChange={(trim) => dispatch({ type: 'trimmed', column: choice.sourceIndex, trim })}
      />
    </div>
  );
}

/** The open column: why this kind, what would not fit, what else it could be, its settings. */
export function ColumnDetail(props: ColumnDetailProps) {
  const { column, choice, fault, primary, dispatch } = props;
  const [listing, setListing] = useState(false);
  const { samples, count, atLeast } = misfitsIn(column, choice);
  const notes = fault === undefined ? notesOf(column, choice) : [];
  const verdict = verdictOf(column, choice, fault);
  const loud = choice.include && (verdict.tone === 'misfit' || isDoubtful(column, choice));
  const icon =
    verdict.tone === 'fault'
      ? CircleAlert
      : verdict.tone === 'misfit'
        ? TriangleAlert
        : loud
          ? CircleHelp
          : Info;
  const [bold, rest] = said(props);
  return (
    <section
      aria-label={`About ${choice.name}`}
      className={cx(
        'flex flex-col gap-3 rounded-lg border p-3',
        loud
          ? 'border-warning-line bg-warning-tint'
          : verdict.tone === 'fault'
            ? 'border-danger-line bg-danger-tint'
            : 'bg-sunken',
      )}
    >
      <div
        className={cx(
          'flex items-start gap-2.5 text-base',
          loud ? 'text-warning-text' : verdict.tone === 'fault' ? 'text-danger-text' : 'text-text-muted',
        )}
      >
        <Icon of={icon} className="mt-0.5" />
        <p className="min-w-0 flex-1 break-words" aria-live="polite">
          <span className={cx('font-semibold', !loud && verdict.tone !== 'fault' && 'text-text')}>
            {bold}
          </span>{' '}
          {rest}
        </p>
        {samples.length > 0 && (
          <button
            type="button"
            aria-expanded={listing}
            className="shrink-0 rounded-sm font-semibold hover:underline"
            onClick={() => setListing(!listing)}
          >
            {listing ? 'Hide values' : 'Show values'}
          </button>
        )}
      </div>
      {listing && samples.length > 0 && (
        <ul className="flex flex-wrap gap-2 text-base text-text">
          {samples.map((sample) => (
            <li key={sample} className="max-w-full truncate rounded-sm bg-surface px-2 py-0.5">
              {sample}
            </li>
          ))}
          {count > samples.length && (
            <li className="py-0.5 text-text-muted">
              and {atLeast ? 'many' : (count - samples.length).toLocaleString()} more
            </li>
          )}
        </ul>
      )}
      {notes.length > 0 && (
        <ul className="flex flex-col gap-1 pl-[26px] text-small text-text-muted">
          {notes.map((note) => (
            <li key={note} className="break-words">
              {note}.
            </li>
          ))}
        </ul>
      )}
      {choice.include && (
        <div className="flex flex-wrap items-center gap-2">
          <Suggestions {...props} />
          {!primary && <PrimaryChoice {...props} />}
        </div>
      )}
      <SurroundingSpace column={column} choice={choice} dispatch={dispatch} />
      <Settings column={column} choice={choice} dispatch={dispatch} />
    </section>
  );
}
