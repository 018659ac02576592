import { useTranslation } from 'react-i18next';
import { spellAddress } from '../../../ui/address/spell.ts';
import { WholeAddress } from '../../../ui/address/WholeAddress.tsx';
import classes from './ApprovalCard.module.css';

/** The address that a call would open, and what opening it tells. */
export function ApprovalAddress({ address }: { address: string }) {
  const { t } = useTranslation('mcp');
  const spelt = spellAddress(address);
  if (!spelt) return <p className={classes.none}>{t('approval.address.invalid')}</p>;
  return (
    <div className={classes.address}>
      <WholeAddress address={spelt} />
      <p className={classes.words}>{t('approval.address.words', { host: spelt.host })}</p>
    </div>
  );
}
