import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import type { SpeltAddress } from './spell.ts';
import { WholeAddress } from './WholeAddress.tsx';

/** An address of another site that a reader may want. */
export interface Leaving {
  href: string;
  /** Loads its picture or film into this page; otherwise it opens in a new tab. */
  load?: () => void;
}

interface LeaveDialogProps extends Leaving {
  address: SpeltAddress;
  onClose(): void;
}

/** Shows a whole address before anything is asked of it. */
export default function LeaveDialog({ href, load, address, onClose }: LeaveDialogProps) {
  const { t } = useTranslation();
  const { host } = address;
  return (
    <ConfirmDialog
      title={t(load ? 'address.load' : 'address.leave')}
      words={
        <>
          <WholeAddress address={address} />
          <p>{t(load ? 'address.loadWords' : 'address.leaveWords', { host })}</p>
        </>
      }
      confirm={t(load ? 'address.loadIt' : 'address.open')}
      onClose={onClose}
      onConfirm={async () => (load ? load() : void window.open(href, '_blank', 'noopener,noreferrer'))}
    />
  );
}
