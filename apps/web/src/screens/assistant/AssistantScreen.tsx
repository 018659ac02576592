import { useSearchParams } from 'react-router';
import { AssistantEditor } from '../../features/assistant/AssistantEditor.tsx';
import { Gallery } from '../../features/assistant/Gallery.tsx';

/** `/assistant`: every assistant there is for the reader, and by `?id=` one of them. */
export default function AssistantScreen() {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id === null ? <Gallery /> : <AssistantEditor key={id} assistantId={id} />;
}
