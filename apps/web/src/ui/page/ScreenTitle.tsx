import { useEffect } from 'react';
import { create } from 'zustand';
import { setPageTitle } from './page-title.ts';

/** The title of the screen that is shown, for the tab and for those who hear the page. */
export const useScreenTitle = create<{ title: string }>()(() => ({ title: '' }));

/** Names the screen. */
export function ScreenTitle({ title }: { title: string }) {
  useEffect(() => {
    setPageTitle(title);
    useScreenTitle.setState({ title });
  }, [title]);
  return null;
}
