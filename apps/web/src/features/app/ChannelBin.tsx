import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { api, trpc } from '../../lib/trpc.ts';
import { BinList } from '../../ui/BinList.tsx';
import { KindIcon } from '../../ui/KindIcon.tsx';
import form from '../../ui/SettingForm.module.css';
import { applyAnswer, useWorkspace } from '../workspace/store.ts';

/** An app's deleted channels that the reader may take back. */
export function ChannelBin({ appId }: { appId: string }) {
  const { t } = useTranslation('workspace');
  const id = useId();
  const { data, error, refetch } = useQuery(
    trpc.channel.bin.queryOptions({ appId }, { trpc: { context: { silent: true } } }),
  );
  // What is deleted or restored elsewhere moves the tree on.
  const channels = useWorkspace((state) => state.tree.channels);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree's change is the occasion
  useEffect(() => {
    void refetch();
  }, [channels, refetch]);
  const restore = async (channelId: string) => {
    try {
      applyAnswer({ channels: await api.channel.restore.mutate({ channelId }) });
    } catch {
      // The call has shown why.
    }
    await refetch();
  };
  return (
    <section className={form.form} aria-labelledby={id}>
      <h2 id={id} className={form.title}>
        {t('bin.title')}
      </h2>
      <p className={form.words}>{t('bin.wordsChannels')}</p>
      <div className={form.fields}>
        <BinList
          list={data?.map(({ id: channelId, kind, name, icon, below, deletedAt }) => ({
            id: channelId,
            name: name || t('channel.untitled', { context: kind }),
            icon: icon || <KindIcon kind={kind} />,
            deletedAt,
            ...(below > 0 && { note: t('bin.below', { count: below }) }),
          }))}
          problem={error && !data ? describeError(error) : null}
          onRetry={() => void refetch()}
          onRestore={restore}
          empty={t('bin.noChannels')}
        />
      </div>
    </section>
  );
}
