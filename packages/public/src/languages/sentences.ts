import { filled } from './filled.ts';

/** Sentences in English, each with what it is in another language; `{0}` is the first thing that is put in. */
export type Sentences = readonly (readonly [english: string, said: string])[];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The name of a file with what is wrong with it: a sentence of its own. */
const ofFile = '‘{0}’: {1}';

/**
 * Says a sentence in another language; what is none of the list stays as it is. Rules and settings speak English, to
 * programs too: what they say is translated where it is shown. Of two that fit the first counts.
 */
export function sentenceFrom(sentences: Sentences): (text: string) => string {
  const whole = new Map(sentences);
  // What is put in may be long, and of strangers: each has three places at most.
  const templates = sentences
    .filter(([english]) => english.includes('{'))
    .map(([english, said]) => ({
      ...{ english, said },
      pattern: new RegExp(`^${escaped(english).replace(/\\\{\d\\\}/g, '(.+?)')}$`, 's'),
    }));
  const say = (text: string): string => {
    const known = whole.get(text);
    if (known !== undefined) return known;
    for (const { english, said, pattern } of templates) {
      const found = pattern.exec(text)?.slice(1);
      if (found !== undefined)
        return filled(
          said,
          found.map((value, place) =>
            english === ofFile && place === 1 ? say(value) : (whole.get(value) ?? value),
          ),
        );
    }
    return text;
  };
  return say;
}
