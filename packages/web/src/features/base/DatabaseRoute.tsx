import { useParams } from '@tanstack/react-router';
import { BasePage } from './BasePage.tsx';

/** The base editor, for the base the address names. */
export function DatabaseRoute() {
  const { baseId } = useParams({ from: '/database/$baseId' });
  return <BasePage key={baseId} baseId={baseId} />;
}
