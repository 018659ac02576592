import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconRestore } from '@tabler/icons-react';
import type { Comparison, ListedVersion } from '@tandem/shared/version/schema';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useComparison } from '../../entities/version/queries.ts';
import { describeError } from '../../lib/errors.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useTopmost } from '../../ui/focus/use-topmost.ts';
import { TallModal } from '../../ui/form/TallModal.tsx';
import { Loading } from '../../ui/page/Loading.tsx';
import { useIsPhone } from '../../ui/page/shell.ts';
import classes from './ComparisonDialog.module.css';
import { DifferenceView } from './DifferenceView.tsx';
import { restoreVersion } from './restore.ts';
import { stops } from './rows.ts';
import { useVersionTitle } from './use-words.ts';

/** Compares a version with another state of its document, and restores it. */
export function ComparisonDialog({ version, onClose }: { version: ListedVersion; onClose(): void }) {
  const { t } = useTranslation('version');
  const isPhone = useIsPhone();
  const titleOf = useVersionTitle();
  const [dialog] = useState({});
  const isTopmost = useTopmost(dialog, true);
  const [other, setOther] = useState<'now' | 'before'>('now');
  const [asking, setAsking] = useState(false);
  const [stop, setStop] = useState(-1);
  const page = useRef<HTMLDivElement>(null);
  const comparison = useComparison(version.id, other);
  const count = comparison.data ? stops(comparison.data.difference.entries) : 0;

  const go = (step: 1 | -1) => {
    if (count === 0) return;
    const next = stop < 0 && step < 0 ? count - 1 : (stop + step + count) % count;
    setStop(next);
    const row = page.current?.querySelector<HTMLElement>(`[data-stop="${next}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (asking || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === 'n') go(1);
    if (event.key === 'p') go(-1);
  };

  return (
    <TallModal
      onClose={onClose}
      closeOnEscape={isTopmost}
      size={1120}
      height="min(820px, calc(100dvh - 150px))"
      title={titleOf(version)}
      onKeyDown={onKeyDown}
    >
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('compare.label')}
          value={other}
          data={[
            { value: 'now', label: t('compare.now') },
            { value: 'before', label: t('compare.before') },
          ]}
          onChange={(value) => {
            setOther(value === 'now' ? 'now' : 'before');
            setStop(-1);
          }}
        />
        <span className={classes.sum} role="status">
          {comparison.data && <Summary comparison={comparison.data} />}
        </span>
        {count > 0 && (
          <span className={classes.jump}>
            <span className={classes.sum}>
              {stop < 0 ? t('jump.count', { count }) : t('jump.place', { place: stop + 1, count })}
            </span>
            <Tooltip label={t('jump.previousKey')}>
              <ActionIcon aria-label={t('jump.previous')} onClick={() => go(-1)}>
                <IconArrowUp size={16} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('jump.nextKey')}>
              <ActionIcon aria-label={t('jump.next')} onClick={() => go(1)}>
                <IconArrowDown size={16} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          </span>
        )}
        {version.abilities.restore && (
          <Button
            size="compact-sm"
            className={classes.restore ?? ''}
            leftSection={<IconRestore size={16} stroke={1.75} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('restore.do')}
          </Button>
        )}
      </div>
      <section
        className={classes.page}
        ref={page}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what is longer than the dialog
        tabIndex={0}
        data-autofocus
        aria-label={t('compare.title')}
      >
        {comparison.isPending && <Loading />}
        {comparison.error && (
          <div className={classes.message} role="alert">
            <p>{describeError(comparison.error)}</p>
            <Button variant="default" onClick={() => void comparison.refetch()}>
              {t('again')}
            </Button>
          </div>
        )}
        {comparison.data && (
          <DifferenceView key={`${version.id} ${other}`} comparison={comparison.data} oneColumn={isPhone} />
        )}
      </section>
      {asking && (
        <ConfirmDialog
          title={t('restore.title')}
          words={t('restore.words', { title: titleOf(version) })}
          confirm={t('restore.do')}
          tellsProblem
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await restoreVersion(version.id);
            onClose();
          }}
        />
      )}
    </TallModal>
  );
}

function Summary({ comparison: { difference } }: { comparison: Comparison }) {
  const { t } = useTranslation('version');
  const { entries, wordsAdded, wordsRemoved } = difference;
  if (stops(entries) === 0) return t('sum.same');
  if (wordsAdded + wordsRemoved === 0) return t('sum.look');
  return `${t('sum.added', { count: wordsAdded })}, ${t('sum.removed', { count: wordsRemoved })}`;
}
