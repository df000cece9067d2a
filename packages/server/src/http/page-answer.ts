/** How a published page answers: shown, or leading elsewhere. */
export type PageAnswer = { readonly status: number; readonly page: string } | { readonly leadsTo: string };
