import { lazyPart } from '../../../ui/page/lazy-part.tsx';

/** The field in which a person rewrites a message. */
export const messageEditor = lazyPart('message-editor', () => import('./EditMessage.tsx'), [], null);
