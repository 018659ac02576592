import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import type { SpeltAddress } from './spell.ts';
import { WholeAddress } from './WholeAddress.tsx';

interface LeaveDialogProps {
  href: string;
  address: SpeltAddress;
  onClose(): void;
}

/** Shows a whole address before it opens in a new tab. */
export default function LeaveDialog({ href, address, onClose }: LeaveDialogProps) {
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
