import '@mantine/core/styles/Checkbox.layer.css';
import { ActionIcon, Button, Checkbox, Loader, Menu, NativeSelect, TextInput } from '@mantine/core';
import { IconChevronDown, IconDots, IconPlus, IconRefresh, IconSearch } from '@tabler/icons-react';
import {
  type ModelKind,
  modelKinds,
  type Provider,
  type ProviderProblem,
} from '@tandem/shared/provider/schema';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import page from '../../ui/page/Page.module.css';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { AddModelDialog } from './AddModelDialog.tsx';
import { ModelList } from './ModelList.tsx';
import { Problem } from './Problem.tsx';
import classes from './ProviderScreen.module.css';
import { applyProvider, readModels } from './provider-queries.ts';
import { useStoppable } from './use-stoppable.ts';

const chevron = <IconChevronDown size={14} stroke={1.75} aria-hidden />;
/** Fewer models than this are seen at a glance. */
const MANY = 6;
/** Models without a price that are named. */
const NAMED = 3;

interface ModelSectionProps {
  provider: Provider;
  readAtOnce: boolean;
  /** Another number after each change of how it is reached. */
  connection: number;
}

/** A provider's models: read from it, looked through, switched, edited. */
export function ModelSection({ provider, readAtOnce, connection }: ModelSectionProps) {
  const { t } = useTranslation('model');
  const {
    id: providerId,
    models,
    enabledModels,
    unpricedModels,
    listedAt,
    abilities,
    kind: providerKind,
  } = provider;
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const [kind, setKind] = useState<ModelKind | null>(null);
  const [onlyUnpriced, setOnlyUnpriced] = useState(false);
  // The last one may have got its price meanwhile.
  const unpriced = onlyUnpriced && unpricedModels > 0;
  const isFiltered = query !== '' || kind !== null || unpriced;
  const [adding, setAdding] = useState(false);
  const [failure, setFailure] = useState<{ connection: number; problem: ProviderProblem } | null>(null);
  const editable = abilities.change && providerKind !== 'offline';

  const { busy, start, stop } = useStoppable(async (signal) => {
    setFailure(null);
    const read = await api.provider.refresh.mutate({ providerId }, { signal });
    if (read.problem) return setFailure({ connection, problem: read.problem });
    applyProvider(read.provider);
    await readModels(providerId);
    toast.success(
      read.added + read.missing === 0
        ? t('read.same', { count: read.total })
        : t('read.news', { added: read.added, missing: read.missing }),
      read.unpriced.length > 0
        ? { description: t('read.unpriced', { count: read.unpriced.length, names: someOf(read.unpriced) }) }
        : {},
    );
  });
  const begun = useRef(false);
  useEffect(() => {
    if (!readAtOnce || begun.current) return;
    begun.current = true;
    // Not again when the page is reloaded.
    history.replaceState({ ...history.state, usr: null }, '');
    void start();
  });

  async function turnAll(to: boolean) {
    const filter = { query, ...(kind && { kind }), ...(unpriced && { priced: false }) };
    try {
      const { changed } = await api.model.switchAll.mutate({ providerId, ...filter, to });
      await readModels(providerId);
      toast.success(t(to ? 'all.on' : 'all.off', { count: changed }));
    } catch {
      // The call itself showed why.
    }
  }

  return (
    <section className={classes.section} aria-labelledby="provider-models">
      <div className={classes.line}>
        <h2 id="provider-models" className={page.heading}>
          {t('models')}
        </h2>
        <span className={classes.hint}>
          {models > 0 && t('count', { count: models, enabled: enabledModels })}
          {listedAt && (
            <>
              {' · '}
              {t('read.at')} <RelativeTime date={listedAt} />
            </>
          )}
        </span>
        {editable && (
          <div className={classes.buttons}>
            {busy && (
              <Button variant="subtle" color="gray" onClick={stop}>
                {t('stop')}
              </Button>
            )}
            <Button
              variant="default"
              loading={busy}
              leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
              onClick={() => void start()}
            >
              {t('read.run')}
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon aria-label={t('more')} size={34}>
                  <IconDots size={18} stroke={1.75} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding(true)}>
                  {t('model.add')}
                </Menu.Item>
                <Menu.Divider />
                <Menu.Item disabled={models === 0} onClick={() => void turnAll(true)}>
                  {t(isFiltered ? 'all.turnOnShown' : 'all.turnOn')}
                </Menu.Item>
                <Menu.Item disabled={models === 0} onClick={() => void turnAll(false)}>
                  {t(isFiltered ? 'all.turnOffShown' : 'all.turnOff')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </div>
        )}
      </div>
      {busy && (
        <div className={classes.progress} role="status">
          <Loader size={14} aria-hidden />
          {t('read.running')}
        </div>
      )}
      {failure?.connection === connection && <Problem problem={failure.problem} apiHost={provider.apiHost} />}
      {unpricedModels > 0 && (
        <div className={`${classes.line} ${classes.unpriced}`}>
          <span className={classes.hint}>{t('price.missing', { count: unpricedModels })}</span>
          {unpricedModels < models && (
            <Checkbox
              label={t('price.onlyMissing')}
              checked={unpriced}
              onChange={(event) => setOnlyUnpriced(event.currentTarget.checked)}
            />
          )}
        </div>
      )}
      {models > MANY && (
        <div className={classes.filter}>
          <TextInput
            className={classes.search ?? ''}
            aria-label={t('filter.query')}
            placeholder={t('filter.query')}
            leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <NativeSelect
            aria-label={t('filter.kind')}
            rightSection={chevron}
            value={kind ?? ''}
            data={[
              { value: '', label: t('filter.everyKind') },
              ...modelKinds.map((value) => ({ value, label: t(`modelKind.${value}`) })),
            ]}
            onChange={(event) =>
              setKind(modelKinds.find((value) => value === event.currentTarget.value) ?? null)
            }
          />
        </div>
      )}
      {models > 0 && <ModelList key={connection} provider={provider} filter={{ query, kind, unpriced }} />}
      {models === 0 && !busy && <p className={classes.none}>{editable ? t('read.none') : t('none')}</p>}
      {adding && (
        <AddModelDialog
          providerId={providerId}
          onClose={() => setAdding(false)}
          onAdded={(model) => {
            setAdding(false);
            setTyped(models >= MANY ? model.modelId : '');
            setKind(null);
            setOnlyUnpriced(false);
            void readModels(providerId);
          }}
        />
      )}
    </section>
  );
}

/** The first few names of a list, as text. */
function someOf(names: readonly string[]): string {
  return names.length > NAMED ? `${names.slice(0, NAMED).join(', ')}, …` : names.join(', ');
}
