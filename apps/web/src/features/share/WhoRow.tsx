import { IconCornerLeftUp, IconLock, IconUsers } from '@tabler/icons-react';
import {
  atLeast,
  type ChannelVisibility,
  type Permission,
  permissions,
} from '@tandem/shared/access/permissions';
import type { AccessList } from '@tandem/shared/grant/schema';
import { useTranslation } from 'react-i18next';
import type { AccessActions } from '../../entities/share/use-access.ts';
import { type Choice, ChoiceMenu } from './ChoiceMenu.tsx';
import classes from './SharePanel.module.css';

interface WhoRowProps {
  access: AccessList;
  /** The team's name. */
  team: string;
  /** Says what people of a level can do. */
  mayWords(level: Permission): string;
  actions: AccessActions;
}

const icons = { team: IconUsers, private: IconLock, inherit: IconCornerLeftUp };

/** Says who has access without an invitation; people who manage the target can change it. */
export function WhoRow({ access, team, mayWords, actions }: WhoRowProps) {
  const { t } = useTranslation('share');
  const { target, inherited } = access;
  const words: Record<ChannelVisibility, string> = {
    team: t('who.team', { team }),
    private: t('who.private'),
    inherit: inherited?.name ? t('who.inherit', { parent: inherited.name }) : t('who.inheritAbove'),
  };
  const choices: Choice<ChannelVisibility>[] = [
    ...(target.kind === 'channel'
      ? [{ value: 'inherit' as const, label: words.inherit, note: t('who.inheritNote') }]
      : []),
    { value: 'team', label: words.team, note: t('who.teamNote') },
    {
      value: 'private',
      label: words.private,
      note: target.kind === 'app' ? t('who.privateApp') : t('who.privateChannel'),
    },
  ];
  const Icon = icons[access.team === 'none' ? 'private' : target.visibility];
  return (
    <div className={classes.who}>
      <span className={classes.badge} data-open={access.team !== 'none' || undefined} aria-hidden>
        <Icon size={16} stroke={1.75} />
      </span>
      <div className={classes.words}>
        {access.abilities.manage ? (
          <ChoiceMenu
            choices={choices}
            value={target.visibility}
            shown={words[target.visibility]}
            label={t('who.label', { who: words[target.visibility] })}
            onChoose={(visibility) => void actions.setVisibility(visibility)}
            strong
          />
        ) : (
          <span className={classes.name}>{words[target.visibility]}</span>
        )}
        <span className={classes.note}>
          {access.team === 'none' ? t('sum.only') : t('sum.team', { team, can: t(`can.${access.team}`) })}
        </span>
      </div>
      <EveryoneLevel {...{ access, team, mayWords, actions }} />
    </div>
  );
}

/** The level of every member. It can be raised above the inherited one, never lowered below it. */
function EveryoneLevel({ access, team, mayWords, actions }: WhoRowProps) {
  const { t } = useTranslation('share');
  const { target, inherited, abilities } = access;
  if (access.team === 'none') return null;
  if (!abilities.manage) return <span className={classes.level}>{t(`level.${access.team}`)}</span>;
  const floor = target.kind === 'channel' ? (inherited?.team ?? 'none') : 'none';
  return (
    <ChoiceMenu
      choices={permissions.map((permission) => {
        const isBelow = permission !== floor && atLeast(floor, permission);
        return {
          value: permission,
          label: t(`level.${permission}`),
          note: isBelow ? t('everyone.below') : mayWords(permission),
          disabled: isBelow,
        };
      })}
      value={access.team}
      shown={t(`level.${access.team}`)}
      label={t('everyone.label', { team, level: t(`level.${access.team}`) })}
      onChoose={(permission) => void actions.setPermission(permission)}
    />
  );
}
