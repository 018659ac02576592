import { create } from 'zustand';

const PRODUCT = 'Tandem';

interface PageTitle {
  screen: string;
  /** What waits for the person, as a badge shows it; "" for nothing. */
  waiting: string;
}

/** What the tab is called. */
export const usePageTitle = create<PageTitle>()(() => ({ screen: '', waiting: '' }));

usePageTitle.subscribe(({ screen, waiting }) => {
  const name = screen === '' ? PRODUCT : `${screen} · ${PRODUCT}`;
  document.title = waiting === '' ? name : `(${waiting}) ${name}`;
});

/** Names the screen in the tab; "" for the product alone. */
export function setPageTitle(screen: string): void {
  usePageTitle.setState({ screen });
}

/** Puts what waits for the person before the name. */
export function setWaiting(waiting: string): void {
  usePageTitle.setState({ waiting });
}
