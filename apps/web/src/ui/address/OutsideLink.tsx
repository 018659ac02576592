import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { spellAddress } from './spell.ts';
import { WholeAddress } from './WholeAddress.tsx';

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

interface LeaveDialogProps {
  href: string;
  address: NonNullable<ReturnType<typeof spellAddress>>;
  onClose(): void;
}

function LeaveDialog({ href, address, onClose }: LeaveDialogProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t('address.leave')}
      words={
        <>
          <WholeAddress address={address} />
          <p>{t('address.leaveWords', { host: address.host })}</p>
        </>
      }
      confirm={t('address.open')}
      onClose={onClose}
      onConfirm={async () => void window.open(href, '_blank', 'noopener,noreferrer')}
    />
  );
}
