import { Menu } from '@mantine/core';
import { type Permission, permissions } from '@tandem/shared/access/permissions';
import type { AccessPerson } from '@tandem/shared/grant/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uselessFor } from '../../entities/share/access.ts';
import type { AccessActions } from '../../entities/share/use-access.ts';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import { ChoiceMenu } from './ChoiceMenu.tsx';
import classes from './SharePanel.module.css';

interface PersonRowProps {
  person: AccessPerson;
  isMe: boolean;
  /** The team's name. */
  team: string;
  /** Says what people of a level can do. */
  mayWords(level: Permission): string;
  actions: AccessActions;
  /** Called when the reader has given up their own access. */
  onLeft(): void;
}

/** One person with access, its source and their level. */
export function PersonRow({ person, isMe, team, mayWords, actions, onLeft }: PersonRowProps) {
  const { t } = useTranslation('share');
  const { name, level, abilities } = person;
  const source = useSource(person, team);
  const [leaving, setLeaving] = useState(false);
  const shown = t(`level.${level}`);
  const useless = uselessFor(person);

  const remove = async () => {
    if ((await actions.remove(person)) && isMe) onLeft();
  };
  const removal = abilities.remove && (
    <>
      {abilities.set && <Menu.Divider />}
      <Menu.Item
        color="var(--mantine-color-error)"
        closeMenuOnClick={!isMe || leaving}
        onClick={() => (isMe && !leaving ? setLeaving(true) : void remove())}
      >
        {isMe ? t(leaving ? 'person.leaveSure' : 'person.leave') : t('person.remove')}
      </Menu.Item>
    </>
  );

  return (
    <li className={classes.row}>
      <Portrait name={name} avatar={person.avatar} size={30} />
      <div className={classes.words}>
        <span className={classes.name}>
          {isMe ? t('you', { name }) : name}
          {person.role === 'guest' && <span className={classes.tag}>{t('guest')}</span>}
        </span>
        <span className={classes.note}>{source ?? person.email}</span>
      </div>
      {abilities.set || abilities.remove ? (
        <ChoiceMenu
          choices={
            abilities.set
              ? permissions.map((permission) => ({
                  value: permission,
                  label: t(`level.${permission}`),
                  note: useless.includes(permission) ? t('person.less') : mayWords(permission),
                  disabled: useless.includes(permission),
                }))
              : []
          }
          value={level === 'none' ? null : level}
          shown={shown}
          label={t('person.label', { name, level: shown })}
          onChoose={(permission) => void actions.setLevel(person, permission)}
        >
          {removal}
        </ChoiceMenu>
      ) : (
        <span className={classes.level}>{shown}</span>
      )}
    </li>
  );
}

/** Where a person's level comes from, in words; null where it is a plain grant. */
function useSource({ source }: AccessPerson, team: string): string | null {
  const { t } = useTranslation('share');
  if (source.kind === 'creator') return t('source.creator');
  if (source.kind === 'inherited')
    return source.name ? t('source.inherited', { name: source.name }) : t('source.inheritedAbove');
  if (source.kind === 'team')
    return source.name ? t('source.teamFrom', { name: source.name }) : t('source.team', { team });
  return null;
}
