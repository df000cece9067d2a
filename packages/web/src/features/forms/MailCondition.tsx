import type { Filter } from '@weft/core';
import type { Content } from '@weft/documents';
import { fieldsOf, questionsOf } from '@weft/forms';
import { ConditionSetting } from './ConditionSetting.tsx';

interface MailConditionProps {
  /** 'Mail when' */
  readonly label: string;
  readonly filter: Filter | null;
  /** What the form asks now. */
  readonly content: Content;
  readonly onChange: (filter: Filter | null) => void;
}

/** For which answers a mail is sent. */
export function MailCondition({ label, filter, content, onChange }: MailConditionProps) {
  const fields = fieldsOf(questionsOf(content));
  return (
    <ConditionSetting
      label={label}
      add="Only for some answers"
      empty="For every answer."
      {...{ filter, fields, onChange }}
      known={fields}
    />
  );
}
