import {
  aFlag,
  aText,
  type Content,
  colorRule,
  isColor,
  type Json,
  type PropRules,
  themeOf,
} from '@weft/documents';
import { longestHelp, longestLabel, questionsOf } from '../form-document.ts';
import { namesIn } from '../piping.ts';
import { type FormImage, imageOf, imageRule } from '../questions/images.ts';
import { questionType } from '../questions/question-types.ts';
import { quizOf } from './quiz.ts';

/** What whoever passes a quiz gets as a PDF of one page. */
export interface Certificate {
  readonly title: string;
  /** With names in braces, of questions and of `certificateNames`. */
  readonly text: string;
  readonly isAcross: boolean;
  /** `#rrggbb`. */
  readonly accent: string;
  readonly logo: FormImage | null;
}

/** What a certificate can name besides questions, which come first where they have such a name. */
export const certificateNames = ['Form', 'Date', 'Points', 'Most points', 'Per cent'] as const;
export type CertificateName = (typeof certificateNames)[number];

export const usualCertificate = {
  title: 'Certificate',
  text: '{{Form}}\n\nPassed on {{Date}} with {{Points}} of {{Most points}} points.',
  accent: '#3b4ec6',
} as const;

/** Props of a quiz that only the server and its makers read. */
export const certificateProps: PropRules = {
  certificate: aFlag,
  certificateTitle: aText(longestLabel),
  certificateText: aText(longestHelp),
  certificateUpright: aFlag,
  certificateAccent: colorRule,
  certificateLogo: imageRule,
};

const written = (value: Json | undefined, usual: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value : usual;

/** What it says where nobody has written anything: whom it is for, where the quiz asks for a name. */
function usualText(content: Content): string {
  const asked = questionsOf(content).find(({ type }) => questionType(type).namesSomebody === true);
  const named = `{{${asked?.label ?? ''}}}`;
  return namesIn(named).length === 1 ? `${named}\n\n${usualCertificate.text}` : usualCertificate.text;
}

/** Null: the form gives none. */
export function certificateOf(content: Content): Certificate | null {
  const { certificate, certificateTitle, certificateText, certificateAccent, ...props } = content.props;
  if (certificate !== true || quizOf(content) === null) return null;
  const accent = themeOf(content)?.accent ?? usualCertificate.accent;
  return {
    title: written(certificateTitle, usualCertificate.title),
    text: written(certificateText, usualText(content)),
    isAcross: props.certificateUpright !== true,
    accent: isColor(certificateAccent) ? certificateAccent : accent,
    logo: imageOf(props.certificateLogo),
  };
}

/** What an answer came to, as it is kept with it. */
export interface Outcome {
  readonly points?: number | null;
  readonly most?: number | null;
  /** Null: there is no pass mark. */
  readonly passed?: boolean | null;
}

/** Whether an answer was judged and not failed. */
export const isEarned = ({ points, most, passed }: Outcome): boolean =>
  points != null && most != null && passed !== false;
