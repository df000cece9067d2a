import type { Content } from '@weft/documents';
import { type AnswerField, type Choice, conditionsJson } from '@weft/forms';
import { Switch } from '@weft/ui';
import { useState } from 'react';
import { setProp } from '../../editor/set-prop.ts';
import { ConditionSetting } from './ConditionSetting.tsx';
import type { FormSession } from './form-session.ts';

export interface ChoiceConditionsProps {
  readonly session: FormSession;
  readonly content: Content;
  readonly choices: readonly Choice[];
  /** All fields of the form, and those answered before the question. */
  readonly known: readonly AnswerField[];
  readonly before: readonly AnswerField[];
}

/** When each choice of a question is offered. */
export function ChoiceConditions({ session, content, choices, known, before }: ChoiceConditionsProps) {
  const isSet = choices.some(({ shownWhen }) => shownWhen !== undefined);
  const [wanted, setWanted] = useState(isSet);
  const isOn = wanted || isSet;
  return (
    <section aria-label="Conditions of choices" className="flex flex-col gap-2">
      <Switch
        label="Offer choices by conditions"
        className="min-h-8"
        checked={isOn}
        onChange={(on) => {
          setWanted(on);
          if (!on && isSet)
            session.edit(choices.flatMap(({ id }) => setProp(content, id, 'shownWhen', null)));
        }}
      />
      {isOn && (
        <ul className="flex flex-col gap-2">
          {choices.map(({ id, label, shownWhen }) => (
            <li key={id}>
              <p className="truncate font-medium text-base">{label}</p>
              <ConditionSetting
                {...{ known, fields: before, filter: shownWhen ?? null }}
                label={`Offer ‘${label}’ when`}
                add="Offer it when…"
                empty="Without conditions it is always offered."
                onChange={(filter) =>
                  session.edit(setProp(content, id, 'shownWhen', filter && conditionsJson(filter)))
                }
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
