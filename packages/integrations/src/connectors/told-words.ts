/** Characters of a service's own words that are told. */
const mostTold = 300;
/** Characters of them that are looked at. */
const mostRead = 4_096;
/** Characters from which on a secret is hidden; what is shorter stands in every sentence. */
const shortestSecret = 4;

/** How a service may quote a secret. */
const quotesOf = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ '': secret }).toString().slice(1),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
];

/** A service's own words: everybody who may see the run reads them, so a credential that they quote is hidden. */
export function toldWords(words: string, secrets: readonly string[]): string {
  const quotes = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap(quotesOf)
    .toSorted((a, b) => b.length - a.length);
  return quotes
    .reduce((text, quote) => text.replaceAll(quote, '…'), words.slice(0, mostRead))
    .slice(0, mostTold);
}
