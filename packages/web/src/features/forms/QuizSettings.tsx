import {
  type FeedbackTime,
  mostAttempts,
  mostMinutes,
  questionsOf,
  quizOf,
  type ShownResult,
} from '@weft/forms';
import { FormField, Select, Switch } from '@weft/ui';
import { setProp } from '../../editor/set-prop.ts';
import { SettingRow } from '../../shell/SettingRow.tsx';
import type { FormSession, FormState } from './form-session.ts';
import { NumberSetting } from './NumberSetting.tsx';

const resultOptions: readonly { readonly value: ShownResult; readonly label: string }[] = [
  { value: 'answers', label: 'Points and right answers' },
  { value: 'score', label: 'Points alone' },
  { value: 'nothing', label: 'Nothing' },
];

const feedbackOptions: readonly { readonly value: FeedbackTime; readonly label: string }[] = [
  { value: 'end', label: 'At the end' },
  { value: 'pages', label: 'After each page' },
];

const nobody = 'nobody';

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
  const names = questionsOf(content).filter(({ type }) => type === 'short_text' || type === 'full_name');
  const set = (key: string, value: string | number | boolean | null) =>
    session.edit(setProp(content, null, key, value));
  return (
    <SettingRow
      title="Quiz"
      hint="Seen once you publish. Choices give points, which are set beside them in the editor; nobody is told which before they are judged."
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
            <NumberSetting
              label="Passed from (per cent of the points)"
              hint="Left empty: nobody fails."
              value={quiz.passMark}
              {...{ least: 0, most: 100 }}
              onChange={(value) => set('passMark', value)}
            />
            <NumberSetting
              label="Time limit (minutes)"
              hint="Left empty: there is none. The server's clock runs from the press of Start."
              value={quiz.minutes}
              {...{ least: 1, most: mostMinutes }}
              onChange={(value) => set('timeLimit', value)}
            />
            <NumberSetting
              label="Attempts"
              hint="How often one browser may start it. Left empty: any number of times."
              value={quiz.attempts}
              {...{ least: 1, most: mostAttempts }}
              onChange={(value) => set('attempts', value)}
            />
            <FormField label="Points are told" hint="After each page: its answers are final then.">
              {({ id }) => (
                <Select
                  id={id}
                  label="Points are told"
                  value={quiz.feedback}
                  options={feedbackOptions}
                  onChange={(time) => set('feedback', time)}
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
            <FormField
              label="Leaderboard"
              hint="Whoever is told their points sees the ten best, by their answers to this question. Say so in its description."
            >
              {({ id }) => (
                <Select
                  id={id}
                  label="Leaderboard"
                  value={names.find((one) => one.id === quiz.leaderboard)?.id ?? nobody}
                  options={[
                    { value: nobody, label: 'None' },
                    ...names.map((one) => ({
                      value: one.id,
                      label: one.label || 'Question without a label',
                    })),
                  ]}
                  onChange={(value) => set('leaderboard', value === nobody ? null : value)}
                />
              )}
            </FormField>
          </>
        )}
      </div>
    </SettingRow>
  );
}
