import type { MouseEvent, ReactNode } from 'react';
import { spellAddress } from './spell.ts';
import { useLeaving } from './use-leaving.tsx';

interface OutsideLinkProps {
  href: string;
  /** Whether its words are its address, so that a reader saw where it leads. */
  isShown?: boolean;
  children?: ReactNode;
}

/** A link to another site in what a model wrote: a click shows its address first unless the link's words are it. */
export function OutsideLink({ href, isShown = false, children }: OutsideLinkProps) {
  const { ask, dialog } = useLeaving();
  const asks = !isShown && spellAddress(href) !== null;
  function press(event: MouseEvent) {
    event.preventDefault();
    ask({ href });
  }
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        {...(asks && { onClick: press, onAuxClick: (event) => event.button === 1 && press(event) })}
      >
        {children}
      </a>
      {dialog}
    </>
  );
}
