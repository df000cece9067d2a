/** Sent by a page that asks which fields its form asks for by now: nothing is written then. */
export const lookPart = 'look';
