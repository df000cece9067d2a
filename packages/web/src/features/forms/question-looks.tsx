import type { QuestionTypeName } from '@weft/forms';
import type { IconType } from '@weft/ui';
import { Hash, Mail, SquareCheck, Text, Type } from 'lucide-react';
import type { ReactNode } from 'react';

/** Groups of the palette, in its order. */
export const questionGroups = ['Text', 'Number', 'Choice'] as const;

interface QuestionLook {
  readonly icon: IconType;
  readonly group: (typeof questionGroups)[number];
  /** The control as people will see it, empty; it takes no input. */
  readonly control: ReactNode;
  /** The control stands before the label, in one frame with it. */
  readonly isBeside?: true;
}

const frame = 'rounded-lg border border-line-control bg-surface';
const line = <div className={`h-12 ${frame}`} />;

/** THE list: how the editor shows each type of question. */
export const questionLooks: { readonly [T in QuestionTypeName]: QuestionLook } = {
  short_text: { icon: Type, group: 'Text', control: line },
  long_text: { icon: Text, group: 'Text', control: <div className={`h-36 ${frame}`} /> },
  email: { icon: Mail, group: 'Text', control: line },
  number: { icon: Hash, group: 'Number', control: line },
  checkbox: {
    icon: SquareCheck,
    group: 'Choice',
    control: <div className="size-5 shrink-0 rounded-sm border border-line-control bg-surface" />,
    isBeside: true,
  },
};
