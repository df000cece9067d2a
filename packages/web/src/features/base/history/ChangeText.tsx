import { type FieldEnv, unnamedRecord } from '@weft/core';
import { cellText, filesChanged, type HistoryLine, recordsText } from './change-lines.ts';
import type { DeletedPart } from './log-lines.ts';

const wholeRecord = {
  created: 'created this record',
  answered: 'answered the form',
  deleted: 'deleted this record',
  restored: 'brought this record back',
} as const;

const Strong = ({ children }: { readonly children: string }) => (
  <b dir="auto" className="break-words font-semibold text-text">
    {children}
  </b>
);

/** What was changed, after the name of who did it. */
export function ChangeText({ what, env }: { readonly what: HistoryLine['what']; readonly env: FieldEnv }) {
  if (what.kind === 'linked' || what.kind === 'unlinked')
    return (
      <>
        {what.kind} {recordsText(what.ids, env)} {what.kind === 'linked' ? 'to' : 'from'}{' '}
        <Strong>{what.field.name}</Strong>
      </>
    );
  if (what.kind !== 'set') return wholeRecord[what.kind];
  const name = <Strong>{what.field.name}</Strong>;
  const files = filesChanged(what.before, what.after, env.locale);
  if (files !== null) return <FilesText {...files} name={what.field.name} />;
  const before = cellText(what.field, what.before, env);
  const after = cellText(what.field, what.after, env);
  if (after === null)
    return (
      <>
        cleared {name}
        {before !== null && <>, which was {before}</>}
      </>
    );
  return (
    <>
      set {name}
      {before !== null && <> from {before}</>} to {after}
    </>
  );
}

/** From which table something was deleted, and which records, after what was deleted. */
export function DeletedText({ table, names, more, env }: DeletedPart & { readonly env: FieldEnv }) {
  if (table === undefined) return ' from a table that was deleted';
  const primary = table.fields.find(({ id }) => id === table.primaryFieldId);
  const texts =
    primary === undefined ? [] : names.map((name) => cellText(primary, name, env) ?? unnamedRecord);
  return (
    <>
      {' from '}
      <Strong>{table.name}</Strong>
      {texts.length > 0 && (
        <>
          {': '}
          <span dir="auto">
            {texts.join(', ')}
            {more && ', …'}
          </span>
        </>
      )}
    </>
  );
}

function FilesText(props: {
  readonly added: string | null;
  readonly removed: string | null;
  readonly name: string;
}) {
  const { added, removed } = props;
  const name = <Strong>{props.name}</Strong>;
  if (added !== null && removed !== null)
    return (
      <>
        added {added} to {name} and removed {removed}
      </>
    );
  if (added !== null)
    return (
      <>
        added {added} to {name}
      </>
    );
  if (removed !== null)
    return (
      <>
        removed {removed} from {name}
      </>
    );
  return <>reordered {name}</>;
}
