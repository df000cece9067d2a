import { expect, it } from 'vitest';
import { mostPiped, namesIn, piped, pipedWithin, pipeFor } from './piping.ts';

const answers = [
  ['Your name', 'Ada {{Email}}'],
  ['Email', 'ada@example.org'],
] as const;

it.each([
  ['Thank you, {{Your name}}.', 'Thank you, Ada {{Email}}.'],
  ['{{ email }} and {{EMAIL}}', 'ada@example.org and ada@example.org'],
  ['Nobody {{asked}} this', 'Nobody  this'],
  ['{{}} {Email} {{a\nb}} $& $1', '{{}} {Email} {{a\nb}} $& $1'],
])('L9: %j comes to %j', (text, shown) => {
  expect(piped(text, answers)).toBe(shown);
});

it('L9: is nothing where it would have more characters than there is room for', () => {
  expect(pipedWithin('{{Email}}', answers, 15)).toBe('ada@example.org');
  expect(pipedWithin('{{Email}}', answers, 14)).toBeNull();
  expect(pipedWithin('{{Email}} {{Nobody asked this}}', answers, 16)).toBe('ada@example.org ');
  expect(pipedWithin('{{Email}}{{Nobody asked this}}!', answers, 15)).toBeNull();
  expect([pipedWithin('plain', answers, 5), pipedWithin('plain', answers, 4)]).toEqual(['plain', null]);
});

it('L9: names the questions that a text asks for', () => {
  expect(namesIn('{{ Your name }}, {{Email}}')).toEqual(['Your name', 'Email']);
});

it('L9: leaves a name that never ends as it is written, however long it is', () => {
  const text = `{{${'\t'.repeat(10_000)}x`;
  expect([piped(text, answers), namesIn(text)]).toEqual([text, []]);
}, 3_000);

it('the texts of one page take in so many characters of answers together, and no more', () => {
  const pipe = pipeFor([
    ['Story', 'x'.repeat(10_000)],
    ['Name', 'Ada'],
  ]);
  const texts = Array.from({ length: 300 }, () => pipe(`Told: ${'{{Story}}'.repeat(10)}`));
  expect(texts[0]).toHaveLength(6 + 100_000);
  expect(texts.join('').length).toBeLessThanOrEqual(mostPiped + 300 * 6);
  expect(texts.at(-1)).toBe('Told: ');
  expect(pipe('Dear {{Name}}')).toBe('Dear Ada');
});
