import { expect, it } from 'vitest';
import { newForm } from '../form-document.ts';
import { certificateOf, isEarned, usualCertificate } from './certificate.ts';

const quiz = (props: { readonly [key: string]: string | boolean }) => {
  const form = newForm('Planets');
  return { ...form, props: { ...form.props, quiz: true, ...props } };
};

it('Q9: a quiz gives certificates where its maker says so, in the colours of its theme', () => {
  expect(certificateOf(quiz({}))).toBeNull();
  expect(certificateOf(quiz({ certificate: true, quiz: false }))).toBeNull();
  expect(certificateOf(quiz({ certificate: true, certificateTitle: ' ', theme: 'forest' }))).toEqual({
    ...{ title: usualCertificate.title, text: usualCertificate.text },
    ...{ isAcross: true, accent: '#1f6b3b', logo: null },
  });
});

it('Q9: a certificate is earned by what was judged and not failed', () => {
  const judged = { points: 3, most: 4 };
  expect([true, null, false].map((passed) => isEarned({ ...judged, passed }))).toEqual([true, true, false]);
  expect(isEarned({ points: 3, most: null, passed: null })).toBe(false);
});
