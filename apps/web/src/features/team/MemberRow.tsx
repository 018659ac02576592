import type { TeamDetails, TeamMember } from '@tandem/shared/team/schema';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session/session.ts';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { MemberMenu } from './MemberMenu.tsx';
import classes from './PeopleDialog.module.css';

export interface MemberProps {
  member: TeamMember;
  team: TeamDetails;
  /** Called with the changed member; null: they are gone. */
  onChange(member: TeamMember | null): void;
}

/** One member of the team, with the actions on them. */
export function MemberRow(props: MemberProps) {
  const { t } = useTranslation('team');
  const { member } = props;
  const isSelf = useSession((state) => state.user.id === member.id);
  const { roles, suspend, remove } = member.abilities;
  return (
    <li className={classes.row} data-away={member.suspended || undefined}>
      <Portrait name={member.name} avatar={member.avatar} size={32} />
      <span className={classes.who}>
        <span className={classes.name}>
          {member.name}
          {isSelf && <small>{t('people.you')}</small>}
        </span>
        <span className={classes.detail}>{member.email}</span>
      </span>
      {member.suspended && <span className={classes.tag}>{t('people.suspended')}</span>}
      {member.lastSeenAt && !member.suspended && !isSelf && (
        <span className={classes.seen}>
          <RelativeTime date={member.lastSeenAt} />
        </span>
      )}
      {roles.length > 0 || suspend || remove ? (
        <MemberMenu {...props} isSelf={isSelf} />
      ) : (
        <span className={classes.role}>{t(`role.${member.role}`)}</span>
      )}
    </li>
  );
}
