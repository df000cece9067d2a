import { quizOf, type ShownResult } from '@weft/forms';
import { FormField, Select, Switch, TextInput } from '@weft/ui';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { setProp } from './form-edits.ts';
import type { FormSession, FormState } from './form-session.ts';

const resultOptions: readonly { readonly value: ShownResult; readonly label: string }[] = [
  { value: 'answers', label: 'Points and right answers' },
  { value: 'score', label: 'Points alone' },
  { value: 'nothing', label: 'Nothing' },
];

/** Makes a quiz of the form. It is part of the draft: the world sees it once it is published. */
export function QuizSettings({
  session,
  state,
}: {
  readonly session: FormSession;
  readonly state: FormState;
}) {
  const { content } = state;
  const quiz = quizOf(content);
  const set = (key: string, value: string | number | boolean | null) =>
    session.edit(setProp(content, null, key, value));
  return (
    <SettingRow
      title="Quiz"
      hint="Seen once you publish. Choices give points, which are set beside them in the editor; nobody is told which before the end."
    >
      <div className="flex max-w-80 flex-col gap-4">
        <Switch
          label="This form is a quiz"
          className="min-h-8"
          checked={quiz !== null}
          onChange={(on) => set('quiz', on ? true : null)}
        />
        {quiz !== null && (
          <>
            <FormField label="Passed from (per cent of the points)" hint="Left empty: nobody fails.">
              {(control) => (
                <TextInput
                  {...control}
                  key={quiz.passMark}
                  className="max-w-40"
                  inputMode="numeric"
                  autoComplete="off"
                  defaultValue={quiz.passMark ?? ''}
                  onBlur={({ target }) => {
                    const text = target.value.trim();
                    if (text === '') set('passMark', null);
                    else if (/^\d{1,3}$/.test(text) && Number(text) <= 100) set('passMark', Number(text));
                    else target.value = String(quiz.passMark ?? '');
                  }}
                />
              )}
            </FormField>
            <FormField label="At the end people are told">
              {({ id }) => (
                <Select
                  id={id}
                  label="At the end people are told"
                  value={quiz.shows}
                  options={resultOptions}
                  onChange={(shows) => set('showResult', shows)}
                />
              )}
            </FormField>
          </>
        )}
      </div>
    </SettingRow>
  );
}
