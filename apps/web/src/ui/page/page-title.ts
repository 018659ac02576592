import { create } from 'zustand';

const PRODUCT = 'Tandem';

interface PageTitle {
  screen: string;
  /** The badge of unread things; "" for none. */
  waiting: string;
}

/** Title of the tab. */
export const usePageTitle = create<PageTitle>()(() => ({ screen: '', waiting: '' }));

usePageTitle.subscribe(({ screen, waiting }) => {
  const name = screen === '' ? PRODUCT : `${screen} · ${PRODUCT}`;
  document.title = waiting === '' ? name : `(${waiting}) ${name}`;
});

/** Names the screen in the tab; "" for the product alone. */
export function setPageTitle(screen: string): void {
  usePageTitle.setState({ screen });
}

/** Puts the badge before the name. */
export function setWaiting(waiting: string): void {
  usePageTitle.setState({ waiting });
}
