import { VisuallyHidden } from '@mantine/core';
import { useScreenTitle } from './ScreenTitle.tsx';

/** Announces the name of each new screen to screen readers. */
export function RouteAnnouncer() {
  const title = useScreenTitle((state) => state.title);
  return (
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {title}
    </VisuallyHidden>
  );
}
