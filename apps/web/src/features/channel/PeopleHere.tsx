import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useConversation } from '../../entities/message/context.ts';
import type { MessageStore } from '../../entities/message/store.ts';
import { localeOf } from '../../lib/i18n/locale.ts';
import { useSession } from '../../lib/session/session.ts';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import classes from './PeopleHere.module.css';

/** Pictures shown; the others are counted. */
const SHOWN = 4;

/** The other people who have the conversation's channel open now. */
export function PeopleHere() {
  return <PresentPeople store={useConversation().store} />;
}

/** The other people who have a channel open now. */
export function PresentPeople({ store }: { store: MessageStore }) {
  const { t, i18n } = useTranslation('chat');
  const userId = useSession((state) => state.user.id);
  const people = useStore(store.state, (state) => state.people);
  const others = [...(people?.present.values() ?? [])].filter(({ id }) => id !== userId);
  if (!people || others.length === 0) return null;
  const count = people.presentCount - (people.present.has(userId) ? 1 : 0);
  const unnamed = count - others.length;
  const names = others.map(({ name }) => name);
  if (unnamed > 0) names.push(t('reaction.others', { count: unnamed }));
  const label = t('people.here', { names: new Intl.ListFormat(localeOf(i18n.language)).format(names) });
  return (
    <Tooltip label={label} multiline maw={280}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the names are told on focus as on pointing */}
      <div role="img" tabIndex={0} aria-label={label} className={classes.people}>
        {others.slice(0, SHOWN).map(({ id, name, avatar }) => (
          <span key={id} className={classes.person}>
            <Portrait name={name} avatar={avatar} size={24} />
          </span>
        ))}
        {count > SHOWN && <span className={classes.more}>+{count - SHOWN}</span>}
      </div>
    </Tooltip>
  );
}
