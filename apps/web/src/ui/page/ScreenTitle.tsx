import { useEffect } from 'react';
import { create } from 'zustand';
import { setPageTitle } from './page-title.ts';

/** The title of the current screen, for the tab and for screen readers. */
export const useScreenTitle = create<{ title: string }>()(() => ({ title: '' }));

/** Names the screen. */
export function ScreenTitle({ title }: { title: string }) {
  useEffect(() => {
    setPageTitle(title);
    useScreenTitle.setState({ title });
  }, [title]);
  return null;
}
