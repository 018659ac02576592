import { lazyPart } from '../../../ui/page/lazy-part.tsx';

/** Parts of answers from sources, which most conversations have none of. */
export const chip = lazyPart('citation-chip', () => import('./CitationChip.tsx'), [], null);
export const citedList = lazyPart('cited-list', () => import('./CitedList.tsx'), [], null);
export const groundingNote = lazyPart('grounding-note', () => import('./GroundingNote.tsx'), [], null);
