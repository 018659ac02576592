import { type MouseEvent, type ReactNode, useState } from 'react';
import { lazyPart } from '../page/lazy-part.tsx';
import { spellAddress } from './spell.ts';

const { Part: LeaveDialog } = lazyPart('leave-dialog', () => import('./LeaveDialog.tsx'), [], null);

interface OutsideLinkProps {
  href: string;
  /** Whether its words are its address, so that a reader saw where it leads. */
  isShown: boolean;
  children?: ReactNode;
}

/**
 * A link to another site in a text that a model wrote. Its address can carry away what the conversation holds, so a
 * click shows the address first unless the link's words are it.
 */
export function OutsideLink({ href, isShown, children }: OutsideLinkProps) {
  const [isAsking, setAsking] = useState(false);
  const address = isShown ? null : spellAddress(href);
  function ask(event: MouseEvent) {
    event.preventDefault();
    setAsking(true);
  }
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        {...(address && { onClick: ask, onAuxClick: (event) => event.button === 1 && ask(event) })}
      >
        {children}
      </a>
      {isAsking && address && <LeaveDialog href={href} address={address} onClose={() => setAsking(false)} />}
    </>
  );
}
