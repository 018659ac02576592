import { useTranslation } from 'react-i18next';
import type { SpeltAddress } from './spell.ts';
import classes from './WholeAddress.module.css';

/** A whole address with its host emphasised, for a person who decides whether to go there. */
export function WholeAddress({ address }: { address: SpeltAddress }) {
  const { t } = useTranslation();
  const { scheme, credentials, host, rest, readable, hasOtherLetters } = address;
  return (
    <div className={classes.whole}>
      <p className={classes.address} dir="ltr" translate="no">
        {scheme}
        {credentials}
        <strong>{host}</strong>
        {rest}
      </p>
      {readable !== null && (
        <p className={classes.note}>
          {t('address.reads')} <bdi className={classes.readable}>{readable}</bdi>
        </p>
      )}
      {hasOtherLetters && <p className={classes.note}>{t('address.otherLetters')}</p>}
    </div>
  );
}
