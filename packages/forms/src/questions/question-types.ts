import { address } from './address/address.ts';
import { calculation } from './calculation/calculation.ts';
import { checkbox } from './checkbox/checkbox.ts';
import { consent } from './consent/consent.ts';
import { contact } from './contact/contact.ts';
import { currency } from './currency/currency.ts';
import { date } from './date/date.ts';
import { dateRange } from './date-range/date-range.ts';
import { divider } from './divider/divider.ts';
import { dropdown } from './dropdown/dropdown.ts';
import { email } from './email/email.ts';
import { file } from './file/file.ts';
import { fullName } from './full-name/full-name.ts';
import { heading } from './heading/heading.ts';
import { hidden } from './hidden/hidden.ts';
import { image } from './image/image.ts';
import { longText } from './long-text/long-text.ts';
import { matrix } from './matrix/matrix.ts';
import { multiDropdown } from './multi-dropdown/multi-dropdown.ts';
import { multipleChoice } from './multiple-choice/multiple-choice.ts';
import { number } from './number/number.ts';
import { paragraph } from './paragraph/paragraph.ts';
import { payment } from './payment/payment.ts';
import { percent } from './percent/percent.ts';
import { phone } from './phone/phone.ts';
import { pictureChoice } from './picture-choice/picture-choice.ts';
import { pictureChoices } from './picture-choices/picture-choices.ts';
import type { QuestionType } from './question-type.ts';
import { ranking } from './ranking/ranking.ts';
import { rating } from './rating/rating.ts';
import { recordPicker } from './record-picker/record-picker.ts';
import { repeatingGroup } from './repeating-group/repeating-group.ts';
import { scale } from './scale/scale.ts';
import { shortText } from './short-text/short-text.ts';
import { signature } from './signature/signature.ts';
import { singleChoice } from './single-choice/single-choice.ts';
import { slider } from './slider/slider.ts';
import { spacer } from './spacer/spacer.ts';
import { switchQuestion } from './switch/switch.ts';
import { time } from './time/time.ts';
import { url } from './url/url.ts';
import { video } from './video/video.ts';
import { yesNo } from './yes-no/yes-no.ts';

/** THE list of the types of questions and content; the names are stored and never change. */
const questionTypes = {
  short_text: shortText,
  long_text: longText,
  email,
  phone,
  url,
  full_name: fullName,
  address,
  contact,
  number,
  currency,
  percent,
  slider,
  single_choice: singleChoice,
  multiple_choice: multipleChoice,
  picture_choice: pictureChoice,
  picture_choices: pictureChoices,
  dropdown,
  multi_dropdown: multiDropdown,
  yes_no: yesNo,
  checkbox,
  switch: switchQuestion,
  consent,
  ranking,
  matrix,
  repeating_group: repeatingGroup,
  record_picker: recordPicker,
  rating,
  scale,
  date,
  time,
  date_range: dateRange,
  file,
  signature,
  calculation,
  payment,
  hidden,
  heading,
  paragraph,
  image,
  video,
  divider,
  spacer,
} as const satisfies { readonly [name: string]: QuestionType };

export type QuestionTypeName = keyof typeof questionTypes;

export const questionTypeNames = Object.keys(questionTypes) as readonly QuestionTypeName[];

export const isQuestionTypeName = (name: unknown): name is QuestionTypeName =>
  typeof name === 'string' && Object.hasOwn(questionTypes, name);

/** Whether something may stand in its questions before they are answered; what nobody sees is filled by the address. */
export const hasDefault = (name: QuestionTypeName): boolean => {
  const { settings, fromAddress } = questionType(name);
  return settings.usual !== undefined && fromAddress === undefined;
};

/** Whether choices of its questions may be chosen before they are answered. */
export const choosesAtFirst = (name: QuestionTypeName): boolean =>
  questionType(name).settings.usual?.kind === 'choices';

export const questionType = (name: QuestionTypeName): QuestionType => questionTypes[name];
