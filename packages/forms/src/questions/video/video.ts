import { content } from '../content.ts';
import type { Question } from '../question.ts';
import type { QuestionType } from '../question-type.ts';
import { textOf } from '../settings.ts';

/** A video, played in a frame of its site or by the browser itself; nothing of it is loaded before somebody plays it. */
export type Video =
  | {
      readonly kind: 'frame';
      readonly site: string;
      readonly page: string;
      readonly frame: string;
      readonly origin: string;
    }
  | { readonly kind: 'file'; readonly address: string; readonly origin: string };

/** Sites whose players may be shown, without their cookies. */
const sites: readonly {
  readonly site: string;
  readonly origin: string;
  /** The id is its first group. */
  readonly pattern: RegExp;
  readonly frame: (id: string) => string;
}[] = [
  {
    site: 'YouTube',
    origin: 'https://www.youtube-nocookie.com',
    pattern:
      /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|embed\/)|youtu\.be\/)([\w-]{11})(?:[?&#]|$)/,
    frame: (id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
  },
  {
    site: 'Vimeo',
    origin: 'https://player.vimeo.com',
    pattern: /^https:\/\/(?:www\.)?vimeo\.com\/(\d{1,15})(?:[?#]|$)/,
    frame: (id) => `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1`,
  },
];

/** The video of an address; null where it is none that can be played here. */
export function videoOf(question: Pick<Question, 'settings'>): Video | null {
  const address = textOf(question, 'address').trim();
  for (const { site, origin, pattern, frame } of sites) {
    const [, id] = pattern.exec(address) ?? [];
    if (id !== undefined) return { kind: 'frame', site, page: address, frame: frame(id), origin };
  }
  // Nothing in it ends an attribute of HTML or a part of a policy.
  const [file, origin = ''] =
    /^(https:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?)\/[\w./~%+@-]+\.(?:mp4|webm|ogv)(?:\?[\w.~%&=+-]*)?$/i.exec(
      address,
    ) ?? [];
  return file === undefined ? null : { kind: 'file', address: file, origin };
}

export const video: QuestionType = {
  label: 'Video',
  settings: {
    address: {
      kind: 'text',
      label: 'Address',
      hint: 'Of a video on YouTube or Vimeo, or of a file (mp4, webm). Nothing is loaded from there before somebody plays it.',
      maxLength: 1_000,
    },
  },
  ...content,
  samples: [{ settings: { address: 'https://vimeo.com/76979871' }, sent: {}, gives: {} }],
  fault: (question) => (videoOf(question) === null ? 'No video can be played from this address' : null),
};
