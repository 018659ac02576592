import { VisuallyHidden } from '@mantine/core';
import { useScreenTitle } from './ScreenTitle.tsx';

/** Says the name of each new screen to those who hear the page. */
export function RouteAnnouncer() {
  const title = useScreenTitle((state) => state.title);
  return (
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {title}
    </VisuallyHidden>
  );
}
