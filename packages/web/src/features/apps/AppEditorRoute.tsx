import { useParams } from '@tanstack/react-router';
import { AppEditorPage } from './AppEditorPage.tsx';

/** The editor of the app that the address names. */
export function AppEditorRoute() {
  const { flowId, tab, part } = useParams({ from: '/editor/zite/$flowId/{-$tab}/{-$part}' });
  return <AppEditorPage key={flowId} {...{ flowId, tab, part }} />;
}
