import type { Content } from '@weft/documents';
import { type AnswerField, defaultRulesJson, type FormQuestion, maxDefaultRules } from '@weft/forms';
import { TextInput } from '@weft/ui';
import { ConditionSetting } from './ConditionSetting.tsx';
import { conditionWords } from './condition-words.ts';
import { setProp } from './form-edits.ts';
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
  return (
    <section aria-label="Filled in by conditions" className="flex flex-col gap-3">
      {rules.map((rule, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id, and are known by their place
          key={place}
          className="flex flex-col gap-2"
        >
          <ConditionSetting
            {...{ known, fields: before, filter: rule.when }}
            label="Fill it in when"
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
          <TextInput
            aria-label={`Filled in when ${conditionWords(rule.when, known)}`}
            placeholder="What stands there then"
            maxLength={500}
            autoComplete="off"
            value={rule.text}
            onChange={({ target }) =>
              write(
                rules.map((each, at) => (at === place ? { ...each, text: target.value } : each)),
                true,
              )
            }
          />
        </div>
      ))}
      {rules.length < maxDefaultRules && (
        <ConditionSetting
          {...{ known, fields: before, filter: null }}
          label="Fill it in when"
          add="Fill it in when…"
          empty="Conditions say when another text stands there at first."
          onChange={(when) => when !== null && write([...rules, { when, text: '' }])}
        />
      )}
    </section>
  );
}
