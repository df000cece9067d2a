import { type FormQuestion, type QuestionTypeName, questionType } from '@weft/forms';
import type { IconType, MenuItem } from '@weft/ui';
import {
  AlignLeft,
  Calculator,
  Calendar,
  CalendarRange,
  ChevronDown,
  CircleDot,
  CircleUser,
  Clock,
  CreditCard,
  DollarSign,
  EyeOff,
  FileCheck,
  Gauge,
  Grid3x3,
  Hash,
  Heading,
  Image,
  Images,
  Link,
  ListChecks,
  ListOrdered,
  Mail,
  MapPin,
  Minus,
  MoveVertical,
  Percent,
  Phone,
  Rows3,
  Signature,
  SlidersHorizontal,
  SquareCheck,
  SquareChevronDown,
  Star,
  Text,
  TextSearch,
  ThumbsUp,
  ToggleLeft,
  Type,
  Upload,
  User,
  Video,
} from 'lucide-react';
import type { ReactNode } from 'react';
import {
  box,
  choiceRows,
  computedLine,
  contentText,
  dropdownLine,
  fileBox,
  groupRows,
  imageBox,
  inputLine,
  matrixTable,
  type OnSheet,
  partLines,
  paymentRows,
  pictureTiles,
  rankingRows,
  scaleRow,
  signatureBox,
  signedLine,
  sliderLine,
  spacerBox,
  starRow,
  tallBox,
  videoBox,
  yesNoRows,
} from './control-previews.tsx';

/** Groups of the palette, in its order. */
export const questionGroups = [
  'Text',
  'Choice',
  'Number',
  'Date and time',
  'Person',
  'Files',
  'Content',
] as const;

interface QuestionLook {
  readonly icon: IconType;
  readonly group: (typeof questionGroups)[number];
  /** The control as people will see it, empty: it takes no input, but its choices and parts can be written. */
  readonly control: (question: FormQuestion, onSheet: OnSheet) => ReactNode;
  /** The control stands before the label, in one frame with it. */
  readonly isBeside?: true;
  /** It is not seen by those who answer. */
  readonly isUnseen?: true;
}

/** THE list: how the editor shows each type of question. */
export const questionLooks: { readonly [T in QuestionTypeName]: QuestionLook } = {
  short_text: {
    icon: Type,
    group: 'Text',
    control: ({ settings }) => inputLine(String(settings.placeholder ?? '')),
  },
  long_text: { icon: AlignLeft, group: 'Text', control: tallBox },
  email: { icon: Mail, group: 'Text', control: () => inputLine() },
  phone: { icon: Phone, group: 'Text', control: () => inputLine() },
  url: { icon: Link, group: 'Text', control: () => inputLine() },
  full_name: { icon: User, group: 'Person', control: partLines },
  address: { icon: MapPin, group: 'Person', control: partLines },
  contact: { icon: CircleUser, group: 'Person', control: partLines },
  number: { icon: Hash, group: 'Number', control: () => inputLine() },
  currency: { icon: DollarSign, group: 'Number', control: signedLine },
  percent: { icon: Percent, group: 'Number', control: () => inputLine('%') },
  slider: { icon: SlidersHorizontal, group: 'Number', control: sliderLine },
  single_choice: { icon: CircleDot, group: 'Choice', control: choiceRows('round') },
  multiple_choice: { icon: ListChecks, group: 'Choice', control: choiceRows('square') },
  picture_choice: { icon: Image, group: 'Choice', control: pictureTiles },
  picture_choices: { icon: Images, group: 'Choice', control: pictureTiles },
  dropdown: { icon: ChevronDown, group: 'Choice', control: dropdownLine('Choose one') },
  multi_dropdown: {
    icon: SquareChevronDown,
    group: 'Choice',
    control: dropdownLine('Choose any'),
  },
  yes_no: { icon: ThumbsUp, group: 'Choice', control: yesNoRows },
  checkbox: { icon: SquareCheck, group: 'Choice', control: box, isBeside: true },
  switch: { icon: ToggleLeft, group: 'Choice', control: box, isBeside: true },
  consent: { icon: FileCheck, group: 'Choice', control: box, isBeside: true },
  ranking: { icon: ListOrdered, group: 'Choice', control: rankingRows },
  matrix: { icon: Grid3x3, group: 'Choice', control: matrixTable },
  record_picker: { icon: TextSearch, group: 'Choice', control: () => inputLine('Search', ChevronDown) },
  repeating_group: { icon: Rows3, group: 'Choice', control: groupRows },
  rating: { icon: Star, group: 'Number', control: starRow },
  scale: { icon: Gauge, group: 'Number', control: scaleRow },
  date: { icon: Calendar, group: 'Date and time', control: () => inputLine('', Calendar) },
  time: { icon: Clock, group: 'Date and time', control: () => inputLine('', Clock) },
  date_range: { icon: CalendarRange, group: 'Date and time', control: partLines },
  file: { icon: Upload, group: 'Files', control: fileBox },
  signature: { icon: Signature, group: 'Files', control: signatureBox },
  calculation: { icon: Calculator, group: 'Number', control: computedLine },
  payment: { icon: CreditCard, group: 'Number', control: paymentRows },
  hidden: { icon: EyeOff, group: 'Content', control: () => null, isUnseen: true },
  heading: { icon: Heading, group: 'Content', control: () => null },
  paragraph: { icon: Text, group: 'Content', control: contentText },
  image: { icon: Image, group: 'Content', control: imageBox },
  video: { icon: Video, group: 'Content', control: videoBox },
  divider: { icon: Minus, group: 'Content', control: () => <div className="border-t" /> },
  spacer: { icon: MoveVertical, group: 'Content', control: spacerBox },
};

/** Types of questions as entries of a menu, under the headings of their groups. */
export const typeItems = (
  types: readonly QuestionTypeName[],
  onSelect: (type: QuestionTypeName) => void,
): readonly MenuItem[] =>
  questionGroups.flatMap((group) => {
    const own = types.filter((name) => questionLooks[name].group === group);
    if (own.length === 0) return [];
    return [
      { heading: group },
      ...own.map((name) => ({
        label: questionType(name).label,
        icon: questionLooks[name].icon,
        onSelect: () => onSelect(name),
      })),
    ];
  });
