import { Button } from '@mantine/core';
import type { OauthSupport } from '@tandem/shared/session/schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ProviderIcon } from './ProviderIcon.tsx';
import { loadOauthSupport } from './sign-in.ts';
import classes from './steps.module.css';

export const oauthSupportQuery = queryOptions({ queryKey: ['oauthSupport'], queryFn: loadOauthSupport });

/**
 * One button for each third-party provider; renders nothing without one.
 * @param alone whether there is no other way to sign in
 */
export function OauthButtons({ returnTo, alone }: { returnTo: string; alone: boolean }) {
  const { t } = useTranslation('auth');
  const { data = [] } = useQuery(oauthSupportQuery);
  if (data.length === 0) return null;
  return (
    <>
      <div className={classes.oauth}>
        {data.map((provider) => (
          <Button
            key={provider.id}
            component="a"
            href={startOf(provider, returnTo)}
            variant="default"
            size="md"
            fullWidth
            leftSection={<ProviderIcon name={provider.icon} />}
          >
            {t('action.continueWith', { provider: provider.name })}
          </Button>
        ))}
      </div>
      {!alone && <div className={classes.divider}>{t('hint.or')}</div>}
    </>
  );
}

/** The start of a third-party sign-in; only web addresses are followed. */
function startOf({ authorizeUrl }: OauthSupport, returnTo: string): string {
  const url = new URL(authorizeUrl, location.origin);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return '/login';
  url.searchParams.set('returnTo', returnTo);
  return url.href;
}
