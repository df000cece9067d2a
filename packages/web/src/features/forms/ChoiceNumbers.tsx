import type { Content } from '@weft/documents';
import { Checkbox, Switch, TextInput } from '@weft/ui';
import { useState } from 'react';
import { setProp } from '../../editor/set-prop.ts';
import type { FormSession } from './form-session.ts';

export interface ChoiceNumbersProps {
  readonly session: FormSession;
  readonly content: Content;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  /** The prop of a choice that holds the number. */
  readonly name: string;
  /** Turns them on and off. */
  readonly label: string;
  /** What the number of one choice is, as a person reads it. */
  readonly of: (choice: string) => string;
  readonly pattern: RegExp;
  /** What a tick means that gives a choice one of them; they are shown from the start then. */
  readonly ticked?: string | undefined;
}

const stored = (content: Content, id: string, name: string): string =>
  String(content.blocks[id]?.props[name] ?? '');

/** A number for each choice of a question, or for none. */
export function ChoiceNumbers({
  session,
  content,
  choices,
  name,
  label,
  of,
  pattern,
  ticked,
}: ChoiceNumbersProps) {
  const isSet = choices.some(({ id }) => stored(content, id, name) !== '');
  const [wanted, setWanted] = useState(isSet || ticked !== undefined);
  const isOn = wanted || isSet;
  const clear = () => session.edit(choices.flatMap(({ id }) => setProp(content, id, name, null)));
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <Switch
        label={label}
        className="min-h-8"
        checked={isOn}
        onChange={(on) => {
          setWanted(on);
          if (!on && isSet) clear();
        }}
      />
      {isOn && ticked !== undefined && (
        <p className="text-small text-text-muted">
          A tick gives one point; write another number where you like.
        </p>
      )}
      {isOn && (
        <ul className="flex flex-col gap-1">
          {choices.map((choice) => (
            <li key={choice.id} className="flex items-center gap-2">
              {ticked === undefined ? (
                <span className="min-w-0 flex-1 truncate text-base">{choice.label}</span>
              ) : (
                <div className="min-w-0 flex-1">
                  <Checkbox
                    label={
                      <>
                        <span className="sr-only">{ticked}: </span>
                        {choice.label}
                      </>
                    }
                    checked={Number(stored(content, choice.id, name)) > 0}
                    onChange={(on) => session.edit(setProp(content, choice.id, name, on ? 1 : null))}
                  />
                </div>
              )}
              <div className="w-20 shrink-0">
                <TextInput
                  size="sm"
                  aria-label={of(choice.label)}
                  inputMode="numeric"
                  autoComplete="off"
                  defaultValue={stored(content, choice.id, name)}
                  key={`${choice.id} ${stored(content, choice.id, name)}`}
                  onBlur={({ target }) => {
                    const text = target.value.trim();
                    if (text !== '' && !pattern.test(text)) {
                      target.value = stored(content, choice.id, name);
                      return;
                    }
                    if (text !== stored(content, choice.id, name))
                      session.edit(setProp(content, choice.id, name, text === '' ? null : Number(text)));
                  }}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
