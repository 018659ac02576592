import '@mantine/core/styles/Switch.layer.css';
import { ActionIcon, Menu, Switch, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconBulb,
  IconDots,
  IconEye,
  IconPencil,
  IconPlayerPlay,
  IconTool,
  IconTrash,
} from '@tabler/icons-react';
import type { ModelAbilities, Provider, ProviderModel, ProviderTested } from '@tandem/shared/provider/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pricesOf } from '../../entities/model/price.ts';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import row from './ModelRow.module.css';
import classes from './ProviderScreen.module.css';
import { Tested } from './ProviderTest.tsx';
import { applyModel } from './provider-queries.ts';
import { useStoppable } from './use-stoppable.ts';

const abilityIcons: [keyof ModelAbilities, Icon][] = [
  ['vision', IconEye],
  ['tools', IconTool],
  ['reasoning', IconBulb],
];

interface ModelRowProps {
  provider: Provider;
  model: ProviderModel;
  /** The possible moves; null while the list is filtered. */
  moves: { up: boolean; down: boolean; by(to: 'first' | 'up' | 'down'): void } | null;
  onEdit(): void;
}

/** A model: name, abilities, price, and whether people may choose it. */
export function ModelRow({ provider, model, moves, onEdit }: ModelRowProps) {
  const { t } = useTranslation('model');
  const { id, modelId, name, kind, abilities, contextWindow, enabled, isListed } = model;
  const [busy, setBusy] = useState(false);
  const [tested, setTested] = useState<ProviderTested | null>(null);
  const mayChange = provider.abilities.change;
  const editable = mayChange && provider.kind !== 'offline';

  async function turn(to: boolean) {
    setBusy(true);
    try {
      applyModel(provider.id, id, await api.model.update.mutate({ modelRowId: id, enabled: to }));
    } catch {
      // The call itself showed why.
    }
    setBusy(false);
  }
  async function remove() {
    try {
      await api.model.remove.mutate({ modelRowId: id });
      applyModel(provider.id, id, null);
      toast.success(t('model.removed', { name }));
    } catch {
      // The call itself showed why.
    }
  }
  const testing = useStoppable(async (signal) => {
    setTested(null);
    setTested(await api.provider.test.mutate({ providerId: provider.id, modelRowId: id }, { signal }));
  });

  const facts = [
    t(`modelKind.${kind}`),
    kind === 'chat' && t('window', { size: short(contextWindow) }),
    modelId !== name && modelId,
  ].filter((fact) => fact !== false);
  return (
    <li className={row.model} data-off={!enabled || undefined}>
      <div className={row.modelLine}>
        <span className={classes.what}>
          <span className={classes.name}>
            {name}
            <span className={row.abilities}>
              {abilityIcons
                .filter(([ability]) => abilities[ability])
                .map(([ability, AbilityIcon]) => (
                  <Tooltip key={ability} label={t(`ability.${ability}`)}>
                    <AbilityIcon size={14} stroke={1.75} role="img" aria-label={t(`ability.${ability}`)} />
                  </Tooltip>
                ))}
            </span>
            {!isListed && provider.listedAt !== null && (
              <small className={classes.mark}>{t('mark.unlisted')}</small>
            )}
          </span>
          <span className={classes.detail}>{facts.join(' · ')}</span>
        </span>
        <Price model={model} />
        <Switch
          aria-label={t('model.offer', { name })}
          checked={enabled}
          disabled={!mayChange || busy}
          onChange={(event) => void turn(event.currentTarget.checked)}
        />
        {editable && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={t('model.menu', { name })} loading={testing.busy}>
                <IconDots size={18} stroke={1.75} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onEdit}>
                {t('model.edit')}
              </Menu.Item>
              {kind === 'chat' && (
                <Menu.Item
                  leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
                  onClick={() => void testing.start()}
                >
                  {t('model.test')}
                </Menu.Item>
              )}
              {moves && (
                <>
                  <Menu.Divider />
                  <Menu.Item
                    disabled={!moves.up}
                    leftSection={<IconArrowBarToUp size={16} stroke={1.75} />}
                    onClick={() => moves.by('first')}
                  >
                    {t('model.first')}
                  </Menu.Item>
                  <Menu.Item
                    disabled={!moves.up}
                    leftSection={<IconArrowUp size={16} stroke={1.75} />}
                    onClick={() => moves.by('up')}
                  >
                    {t('model.up')}
                  </Menu.Item>
                  <Menu.Item
                    disabled={!moves.down}
                    leftSection={<IconArrowDown size={16} stroke={1.75} />}
                    onClick={() => moves.by('down')}
                  >
                    {t('model.down')}
                  </Menu.Item>
                </>
              )}
              {!isListed && (
                <>
                  <Menu.Divider />
                  <Menu.Item
                    color="red"
                    leftSection={<IconTrash size={16} stroke={1.75} />}
                    onClick={() => void remove()}
                  >
                    {t('model.remove')}
                  </Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {tested && <Tested tested={tested} apiHost={provider.apiHost} />}
    </li>
  );
}

function Price({ model }: { model: ProviderModel }) {
  const { t, i18n } = useTranslation('model');
  const prices = pricesOf(model, i18n.language);
  if (prices === null)
    return (
      <Tooltip label={t('price.noneWords')} multiline maw={280}>
        <small className={row.unpriced}>{t('price.none')}</small>
      </Tooltip>
    );
  if (prices === 'free') return <span className={row.price}>{t('price.free')}</span>;
  return (
    <span className={row.price}>
      <span className={row.amount}>{prices.prices.join(' / ')}</span>
      <span className={classes.detail}>{t(`price.${prices.per}`)}</span>
    </span>
  );
}

/** Tokens in thousands or millions. */
function short(tokens: number): string {
  if (tokens >= 1_000_000) return `${Math.round(tokens / 100_000) / 10}M`;
  return tokens >= 1_000 ? `${Math.round(tokens / 1_000)}K` : String(tokens);
}
