import { blockOf, type Content } from '@weft/documents';
import {
  directionOf,
  isQuestionTypeName,
  missingTexts,
  questionType,
  type SaidText,
  saidTexts,
  translationKey,
  translationOf,
} from '@weft/forms';
import { Button, Dialog, Switch, Textarea } from '@weft/ui';
import { useId, useState } from 'react';
import { setProp } from '../../../editor/set-prop.ts';
import type { FormSession } from '../form-session.ts';
import { languageLabel } from './known-languages.ts';

const sorts: { readonly [type: string]: string } = { page: 'Page', choice: 'Choice', part: 'Part' };
const keys: { readonly [key: string]: string } = { label: 'label', help: 'description' };

/** What a text is of, for whoever translates it. */
function placeOf(content: Content, { blockId, key }: SaidText): string {
  if (blockId === null) return 'Title of the form';
  const type = blockOf(content, blockId)?.props.type;
  const { label: name = '', settings = {} } = isQuestionTypeName(type) ? questionType(type) : {};
  const of = (isQuestionTypeName(type) ? name : sorts[String(type)]) ?? '';
  return `${of}: ${keys[key] ?? settings[key]?.label.toLowerCase() ?? key}`;
}

const idOf = ({ blockId, key }: SaidText): string => `${blockId} ${key}`;

interface Props {
  readonly session: FormSession;
  readonly content: Content;
  readonly language: string;
  readonly onClose: () => void;
}

/** Each text of the form beside its translation; what is written is kept at once, as in the editor. */
export function TranslationDialog({ session, content, language, onClose }: Props) {
  // Those that were missing when it was asked for: what is being written does not go away.
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const base = useId();
  const all = saidTexts(content);
  const missing = missingTexts(content, language);
  const shown = only === null ? all : all.filter((said) => only.has(idOf(said)));
  const name = languageLabel(language);
  return (
    <Dialog
      open
      width={800}
      onOpenChange={(open) => !open && onClose()}
      title={`Translate into ${name}`}
      footer={
        <Button size="lg" variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="mb-4 flex flex-wrap items-center gap-4">
        <p className="flex-1 text-base text-text-muted" role="status">
          {missing.length === 0
            ? 'Everything is translated.'
            : `${missing.length} of ${all.length} texts are missing, and shown as they are written.`}
        </p>
        <Switch
          label="Missing alone"
          checked={only !== null}
          onChange={(on) => setOnly(on ? new Set(missing.map(idOf)) : null)}
        />
      </div>
      {shown.length === 0 && <p className="text-base text-text-muted">Nothing is missing.</p>}
      <ul className="flex flex-col">
        {shown.map((said, place) => {
          const id = `${base}-${place}`;
          return (
            <li
              key={idOf(said)}
              className="grid gap-x-4 gap-y-2 border-line-subtle border-t py-3 first:border-t-0 sm:grid-cols-2"
            >
              <label htmlFor={id} className="min-w-0">
                <span className="block text-small text-text-muted">{placeOf(content, said)}</span>
                <span className="block whitespace-pre-line break-words text-base">{said.text}</span>
              </label>
              <Textarea
                id={id}
                rows={Math.min(6, Math.max(1, Math.ceil(said.text.length / 50)))}
                lang={language}
                dir={directionOf(language)}
                value={translationOf(content, said, language)}
                onChange={({ target }) =>
                  session.edit(
                    setProp(
                      session.getState().content,
                      said.blockId,
                      translationKey(said.key, language),
                      oneLine(said, target.value) || null,
                    ),
                    { typed: true },
                  )
                }
              />
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

/** Labels and titles are of one line, as they are where they are written. */
const oneLine = ({ key }: SaidText, text: string): string =>
  key === 'label' || key === 'title' ? text.replace(/\s*\n\s*/g, ' ') : text;
