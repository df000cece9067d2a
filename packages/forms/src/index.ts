export { type Answers, readAnswers } from './answers.ts';
export {
  formFaults,
  formKind,
  isFormText,
  newForm,
  type Question,
  questionProps,
  questionsOf,
  titleOf,
  whyNotPublished,
} from './form-document.ts';
export {
  type QuestionTypeName,
  questionType,
} from './questions/question-types.ts';
