import { lazyPart } from '../ui/lazy-part.tsx';

/** A conversation. */
export const channelScreen = lazyPart('channel', () => import('../features/channel/ChannelScreen.tsx'));
/** A document. */
export const documentScreen = lazyPart('document', () => import('../features/document/DocumentScreen.tsx'));
