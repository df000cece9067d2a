import type { Content } from '@weft/documents';
import {
  type AnswerField,
  choosesAtFirst,
  defaultRulesJson,
  type FormQuestion,
  maxDefaultRules,
} from '@weft/forms';
import { TextInput } from '@weft/ui';
import { setProp } from '../../editor/set-prop.ts';
import { ChosenAtFirst } from './ChosenAtFirst.tsx';
import { ConditionSetting } from './ConditionSetting.tsx';
import { conditionWords } from './condition-words.ts';
import type { FormSession } from './form-session.ts';

export interface DefaultRulesProps {
  readonly session: FormSession;
  readonly content: Content;
  readonly question: FormQuestion;
  /** All fields of the form, and those answered before the question. */
  readonly known: readonly AnswerField[];
  readonly before: readonly AnswerField[];
}

/** What stands in a question at first, by conditions: the first that holds counts. */
export function DefaultRules({ session, content, question, known, before }: DefaultRulesProps) {
  const rules = question.usualWhen ?? [];
  const write = (next: typeof rules, typed = false) =>
    session.edit(setProp(content, question.id, 'usualWhen', defaultRulesJson(next)), { typed });
  const rewrite = (place: number, text: string, typed = false) =>
    write(
      rules.map((each, at) => (at === place ? { ...each, text } : each)),
      typed,
    );
  const isChosen = choosesAtFirst(question.type);
  const label = isChosen ? 'Choose it when' : 'Fill it in when';
  return (
    <section
      aria-label={isChosen ? 'Chosen by conditions' : 'Filled in by conditions'}
      className="flex flex-col gap-3"
    >
      {rules.map((rule, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id, and are known by their place
          key={place}
          className="flex flex-col gap-2"
        >
          <ConditionSetting
            {...{ known, fields: before, filter: rule.when }}
            label={label}
            add=""
            empty="Without conditions it is taken out."
            onChange={(when) =>
              write(
                rules.flatMap((each, at) =>
                  at !== place ? [each] : when === null ? [] : [{ ...each, when }],
                ),
              )
            }
          />
          {isChosen ? (
            <ChosenAtFirst
              label={`Chosen when ${conditionWords(rule.when, known)}`}
              question={question}
              value={rule.text}
              onChange={(text) => rewrite(place, text)}
            />
          ) : (
            <TextInput
              aria-label={`Filled in when ${conditionWords(rule.when, known)}`}
              placeholder="What stands there then"
              maxLength={500}
              autoComplete="off"
              value={rule.text}
              onChange={({ target }) => rewrite(place, target.value, true)}
            />
          )}
        </div>
      ))}
      {rules.length < maxDefaultRules && (
        <ConditionSetting
          {...{ known, fields: before, filter: null }}
          label={label}
          add={`${label}…`}
          empty={
            isChosen
              ? 'Conditions say when something else is chosen at first.'
              : 'Conditions say when another text stands there at first.'
          }
          onChange={(when) => when !== null && write([...rules, { when, text: '' }])}
        />
      )}
    </section>
  );
}
