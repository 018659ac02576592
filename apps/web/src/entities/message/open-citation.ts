import type { Citation } from '@tandem/shared/dataset/citation';
import { createContext, useContext } from 'react';

/** Shows the quoted words of a citation in their source. */
export type OpenCitation = (citation: Citation, messageId: string) => void;

/** Where the screen shows sources itself: what opening a citation does there. Null elsewhere. */
export const OpenCitationContext = createContext<OpenCitation | null>(null);

/** Returns what opening a citation does on this screen; null where it shows no sources. */
export function useOpenCitation(): OpenCitation | null {
  return useContext(OpenCitationContext);
}
