import { describe, expect, it } from 'vitest';
import type { FormQuestion } from './form-document.ts';
import { answerFaults, personEmail, takenChoices } from './gates.ts';

const question = (id: string, type: FormQuestion['type'], choices: FormQuestion['choices'] = []) =>
  ({ id, type, choices, label: id }) as FormQuestion;
const [mail, name] = [question('mail', 'email'), question('name', 'short_text')];
const none = { allowedDomains: [], onePerPerson: 'no' } as const;
const answers = (...pairs: readonly (readonly [string, string | readonly string[]])[]) => new Map(pairs);

describe('gates that look at answers', () => {
  it('S11: hold an address that was proved to the listed domains, and ask for no other', () => {
    const listed = { allowedDomains: ['example.org'], onePerPerson: 'email' } as const;
    expect(answerFaults(listed, [name], answers(['name', 'Ada']), 'ada@example.org')).toEqual([]);
    expect(answerFaults(listed, [name], answers(['name', 'Ada']), 'ada@other.org')).toEqual([
      { path: 'email', reason: 'Give an address that ends with @example.org' },
    ]);
  });

  it('S11: take the proven address alone for whoever answers’ own, and any for further ones', () => {
    const friend = question('friend', 'email');
    const given = (own: string) =>
      answerFaults(none, [name, mail, friend], answers(['mail', own], ['friend', 'f@x.org']), 'ada@x.org');
    expect(given('Ada@X.org')).toEqual([]);
    expect(given('bob@x.org')).toEqual([
      { path: 'mail', reason: 'Give the address you have proved: ada@x.org' },
    ]);
    expect(answerFaults(none, [mail], answers(), 'ada@x.org')).toEqual([]);
  });

  it('S5: take addresses of the listed domains alone, in any case of letters', () => {
    const listed = { ...none, allowedDomains: ['example.org'] };
    expect(answerFaults(none, [mail], answers(['mail', 'a@other.com']))).toEqual([]);
    expect(answerFaults(listed, [mail], answers(['mail', 'Ada@Example.ORG']))).toEqual([]);
    expect(answerFaults(listed, [mail], answers(['mail', 'ada@badexample.org']))).toHaveLength(1);
    expect(answerFaults(listed, [mail], answers(['mail', 'ada@sub.example.org']))).toHaveLength(1);
  });

  it('S5: take no answer without an address where domains or persons are told by it', () => {
    const listed = { ...none, allowedDomains: ['example.org'] };
    expect(answerFaults(listed, [name], answers(['name', 'Ada']))).toHaveLength(1);
    expect(answerFaults({ ...none, onePerPerson: 'email' }, [mail], answers())).toHaveLength(1);
    expect(personEmail([name, mail], answers(['mail', 'Ada@x.org']))).toBe('ada@x.org');
  });

  it('S6: count choices that have a capacity, and no others', () => {
    const day = question('day', 'multiple_choice', [
      { id: 'a', label: 'Mon', capacity: 2 },
      { id: 'b', label: 'Tue' },
      { id: 'c', label: 'Wed', capacity: 1 },
    ]);
    const taken = takenChoices([day], answers(['day', ['a', 'b']]));
    expect(taken.map(({ choice }) => choice.id)).toEqual(['a']);
  });
});
