import { createContext, type ReactNode } from 'react';

/** Shows a citation of the surrounding message by its number; null where a text has none. */
export const CitedSources = createContext<((n: number) => ReactNode) | null>(null);
