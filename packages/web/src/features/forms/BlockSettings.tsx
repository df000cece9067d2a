import type { Filter } from '@weft/core';
import type { Content } from '@weft/documents';
import {
  conditionsJson,
  type FormQuestion,
  fieldsOf,
  hasDefault,
  longestHelp,
  longestLabel,
  otherOf,
  questionsOf,
  questionType,
  quizOf,
} from '@weft/forms';
import { FormField, Icon, IconButton, Switch, Textarea, TextInput } from '@weft/ui';
import { X } from 'lucide-react';
import { setProp } from '../../editor/set-prop.ts';
import { newId } from '../../session/new-id.ts';
import { ChildList } from './ChildList.tsx';
import { ChoiceConditions } from './ChoiceConditions.tsx';
import { ChoiceNumbers } from './ChoiceNumbers.tsx';
import { ChoicePictures } from './ChoicePictures.tsx';
import { ChoicesFrom } from './ChoicesFrom.tsx';
import { ConditionSetting } from './ConditionSetting.tsx';
import { DefaultRules } from './DefaultRules.tsx';
import { addChoices, addParts, deleteBlock } from './form-edits.ts';
import type { FormSession } from './form-session.ts';
import { GroupColumns } from './GroupColumns.tsx';
import { ProductPrices } from './payments/ProductPrices.tsx';
import { questionLooks } from './question-looks.tsx';
import { TypeSettings } from './TypeSettings.tsx';
import type { QuestionList } from './use-question-list.ts';

export interface BlockSettingsProps {
  readonly session: FormSession;
  readonly content: Content;
  readonly list: QuestionList;
  readonly question: FormQuestion;
}

/** The settings of a block. */
export function BlockSettings({ session, content, list, question }: BlockSettingsProps) {
  const type = (id: string | null, key: string, text: string | null) =>
    session.edit(setProp(content, id, key, text), { typed: true });
  const { id, label, help, required } = question;
  const explanation = String(content.blocks[id]?.props.explanation ?? '');
  const own = otherOf(question);
  const all = questionsOf(content);
  const known = fieldsOf(all);
  const before = fieldsOf(
    all.slice(
      0,
      all.findIndex((each) => each.id === id),
    ),
  );
  const setConditions = (key: 'shownWhen' | 'requiredWhen', filter: Filter | null) =>
    session.edit(setProp(content, id, key, filter && conditionsJson(filter)));
  const {
    isContent = false,
    needsNoLabel = false,
    parts,
    choices,
    other,
    hasPictures,
    fromAddress,
  } = questionType(question.type);
  const isAnswered = !isContent && fromAddress === undefined;
  return (
    <>
      <div className="mb-4 flex items-center gap-2">
        <Icon of={questionLooks[question.type].icon} className="text-text-subtle" />
        <h2 className="flex-1 font-semibold text-body">{questionType(question.type).label}</h2>
        <IconButton plain size="sm" icon={X} label="Close" onClick={() => list.select(null)} />
      </div>
      <div className="flex flex-col gap-4">
        {!(isContent && needsNoLabel) && (
          <FormField label="Label">
            {(control) => (
              <TextInput
                {...control}
                value={label}
                maxLength={longestLabel}
                autoComplete="off"
                onChange={(event) => type(id, 'label', event.target.value)}
              />
            )}
          </FormField>
        )}
        {!(isContent && needsNoLabel) && (
          <FormField label="Description">
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                value={help}
                maxLength={longestHelp}
                placeholder="Shown under the label"
                onChange={(event) => type(id, 'help', event.target.value || null)}
              />
            )}
          </FormField>
        )}
        {isAnswered && (
          <Switch
            label="Required"
            className="min-h-8"
            checked={required}
            onChange={(on) => session.edit(setProp(content, id, 'required', on))}
          />
        )}
        {isAnswered && !required && (
          <ConditionSetting
            {...{ known, fields: before, filter: question.requiredWhen }}
            label="Require an answer when"
            add="Require it when…"
            empty="Without conditions it is optional."
            onChange={(filter) => setConditions('requiredWhen', filter)}
          />
        )}
        <ConditionSetting
          {...{ known, fields: before, filter: question.shownWhen }}
          label="Show it when"
          add="Show it when…"
          empty="Without conditions it is always shown."
          onChange={(filter) => setConditions('shownWhen', filter)}
        />
        <ChoicesFrom question={question} onChange={(next) => list.changeType(id, next)} />
        <TypeSettings session={session} content={content} question={question} />
        {hasDefault(question.type) && (
          <DefaultRules key={`${id} defaults`} {...{ session, content, question, known, before }} />
        )}
        {parts !== undefined && question.type !== 'payment' && (
          <ChildList
            {...{ session, content }}
            heading={parts.heading}
            noun={parts.heading.replace(/s$/, '').toLowerCase()}
            items={question.parts}
            samples={parts.initial.map(({ label }) => label)}
            add={parts.isOpen ? (labels) => addParts(content, id, 'row', labels, newId) : null}
          />
        )}
        {question.type === 'repeating_group' && (
          <GroupColumns {...{ session, content, parts: question.parts }} />
        )}
        {other !== undefined && (
          <Switch
            label="Offer ‘Other’"
            className="min-h-8"
            checked={own !== undefined}
            onChange={(on) =>
              session.edit(
                on
                  ? addParts(content, id, other.name, [other.label], newId)
                  : deleteBlock(content, own?.id ?? ''),
              )
            }
          />
        )}
        {choices !== undefined && (
          <ChildList
            {...{ session, content }}
            heading={choices.heading}
            noun={choices.heading.replace(/s$/, '').toLowerCase()}
            items={question.choices}
            samples={choices.initial}
            add={(labels) => addChoices(content, id, labels, newId)}
          />
        )}
        {hasPictures === true && <ChoicePictures {...{ session, content, choices: question.choices }} />}
        {question.type === 'payment' && question.choices.length > 0 && (
          <ProductPrices {...{ session, content, question }} />
        )}
        {choices !== undefined && question.type !== 'payment' && quizOf(content) !== null && (
          <>
            <ChoiceNumbers
              key={`${id} points`}
              {...{ session, content, choices: question.choices }}
              name="points"
              label="Give points"
              of={(choice) => `Points for ‘${choice}’`}
              pattern={/^-?\d{1,3}$/}
              ticked="Right answer"
            />
            <FormField label="Explanation" hint="Told once the quiz is over.">
              {(control) => (
                <Textarea
                  {...control}
                  rows={2}
                  value={explanation}
                  maxLength={longestHelp}
                  onChange={(event) => type(id, 'explanation', event.target.value || null)}
                />
              )}
            </FormField>
          </>
        )}
        {choices !== undefined && question.type !== 'ranking' && question.type !== 'matrix' && (
          <ChoiceConditions
            key={`${id} conditions`}
            {...{ session, content, known, before }}
            choices={question.choices}
          />
        )}
        {choices !== undefined && question.type !== 'ranking' && question.choices.length > 0 && (
          <ChoiceNumbers
            key={`${id} capacity`}
            {...{ session, content, choices: question.choices }}
            name="capacity"
            label={question.type === 'payment' ? 'Keep stock' : 'Limit how often each is taken'}
            of={(choice) => `${question.type === 'payment' ? 'Stock of' : 'Room for'} ‘${choice}’`}
            pattern={/^[1-9]\d{0,5}$/}
          />
        )}
      </div>
    </>
  );
}
