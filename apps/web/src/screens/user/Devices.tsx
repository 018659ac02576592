import { Button, Loader } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { Device } from '@tandem/shared/session/schema';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { api, trpc } from '../../lib/trpc.ts';
import page from '../../ui/page/Page.module.css';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import classes from './GeneralScreen.module.css';

/** The person's sign-ins; each device but this one can be signed out. */
export function Devices() {
  const { t } = useTranslation('settings');
  const id = useId();
  const utils = trpc.useUtils();
  const { data, error, refetch } = trpc.session.list.useQuery(undefined, {
    trpc: { context: { silent: true } },
  });
  const [busy, setBusy] = useState(false);
  const keep = (which: (device: Device) => boolean) =>
    utils.session.list.setData(undefined, (held) => held?.filter(which));

  async function endOthers() {
    setBusy(true);
    try {
      const { ended } = await api.session.endOthers.mutate();
      keep(({ current }) => current);
      toast.success(t('devices.endedOthers', { count: ended }));
    } catch {
      // The call itself showed why.
    }
    setBusy(false);
  }

  return (
    <section className={page.section} aria-labelledby={id}>
      <h2 id={id} className={page.heading}>
        {t('devices.title')}
      </h2>
      <p className={page.words}>{t('devices.words')}</p>
      {error && (
        <p className={page.problem} role="alert">
          {describeError(error)}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
            {t('devices.retry')}
          </Button>
        </p>
      )}
      {!data && !error && <Loader size="sm" mt="md" aria-label={t('devices.title')} />}
      <ul className={classes.list} aria-labelledby={id}>
        {data?.map((device) => (
          <DeviceRow
            key={device.sessionId}
            device={device}
            onEnded={() => keep(({ sessionId }) => sessionId !== device.sessionId)}
          />
        ))}
      </ul>
      {data?.some(({ current }) => !current) && (
        <div className={classes.actions}>
          <Button variant="default" loading={busy} onClick={() => void endOthers()}>
            {t('devices.endOthers')}
          </Button>
        </div>
      )}
    </section>
  );
}

const HANDHELD = new Set(['iPhone', 'iPad', 'Android']);

function DeviceRow({ device, onEnded }: { device: Device; onEnded(): void }) {
  const { t } = useTranslation('settings');
  const [busy, setBusy] = useState(false);
  const { sessionId, browser, system, ip, lastSeenAt, current } = device;
  const name =
    browser && system ? t('devices.on', { browser, system }) : browser || system || t('devices.unknown');
  const Icon = HANDHELD.has(system) ? IconDeviceMobile : IconDeviceDesktop;

  async function end() {
    setBusy(true);
    try {
      await api.session.end.mutate({ sessionId });
      toast.success(t('devices.ended'));
      onEnded();
    } catch {
      setBusy(false);
    }
  }

  return (
    <li className={classes.device}>
      <Icon size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <span className={classes.what}>
        <span className={classes.name}>{name}</span>
        <span className={classes.detail}>
          {ip}
          {!current && (
            <>
              {' · '}
              <RelativeTime date={lastSeenAt} />
            </>
          )}
        </span>
      </span>
      {current ? (
        <span className={classes.current}>{t('devices.current')}</span>
      ) : (
        <Button
          variant="subtle"
          color="gray"
          loading={busy}
          aria-label={t('devices.endLabel', { device: name })}
          onClick={() => void end()}
        >
          {t('devices.end')}
        </Button>
      )}
    </li>
  );
}
