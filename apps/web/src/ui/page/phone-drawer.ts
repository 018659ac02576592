import { lazyPart } from './lazy-part.tsx';

/** The drawer of a phone; no other screen loads it. */
export const phoneDrawer = lazyPart('phone-drawer', () => import('./PhoneDrawer.tsx'), [], null);
