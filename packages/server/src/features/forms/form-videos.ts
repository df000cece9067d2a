import type { Content } from '@weft/documents';
import { questionsOf, type Video, videoOf } from '@weft/forms';

/** The videos on a form's pages: one page takes the place of the other without the policy of the first being changed. */
export const videosOf = (content: Content): readonly Video[] =>
  questionsOf(content).flatMap((question) => (question.type === 'video' ? (videoOf(question) ?? []) : []));
