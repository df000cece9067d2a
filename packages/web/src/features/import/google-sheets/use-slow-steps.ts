import { useEffect, useState } from 'react';

const messages = [
  'Reading the sheet…',
  'Looking at the columns…',
  'Google hands out rows bit by bit…',
  'Large sheets take a moment…',
  'Still reading…',
] as const;
const messageMs = 4_000;
const secondAfterMs = 2_000;

/** What is said while a sheet is read, anew every four seconds, and whether that takes a while already. */
export function useSlowSteps(): { readonly message: string; readonly slow: boolean } {
  const [step, setStep] = useState(0);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setStep((now) => Math.min(now + 1, messages.length - 1)), messageMs);
    const later = setTimeout(() => setSlow(true), secondAfterMs);
    return () => {
      clearInterval(timer);
      clearTimeout(later);
    };
  }, []);
  return { message: messages[step] ?? messages[0], slow };
}
