import { useParams } from '@tanstack/react-router';
import { EditorPage } from './EditorPage.tsx';

/** The editor of the form that the address names. */
export function EditorRoute() {
  const { flowId, tab, answerId } = useParams({ from: '/editor/$flowId/$tab/{-$answerId}' });
  return <EditorPage key={flowId} {...{ flowId, tab, answerId }} />;
}
