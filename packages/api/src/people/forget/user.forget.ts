import type { Db } from '@tandem/db';
import { forgetPerson as forgetFiles } from '../../content/file/file.service.ts';
import { forgetPerson as forgetNotices } from '../../content/notice/notice.service.ts';
import { forgetPerson as forgetMessages } from '../../conversation/message/forget.ts';
import { forgetPerson as forgetDiscussions } from '../../document/discussion/forget.ts';
import { forgetPerson as forgetIdentities } from '../../identity/user/user.repo.ts';
import { forgetPerson as forgetAssistants } from '../../models/assistant/assistant.service.ts';
import { forgetPerson as forgetBudgets } from '../../models/budget/budget.service.ts';
import { forgetPerson as forgetApps } from '../../workspace/app/personal.ts';
import { forgetPerson as forgetChannels } from '../../workspace/channel/channel.service.ts';
import { forgetPerson as forgetInvitations } from '../../workspace/invitation/invitation.service.ts';
import { forgetPerson as forgetCodes } from '../sign-in/session.code.ts';

/** A person whose account is deleted, with their former address. */
export interface Leaver {
  userId: number;
  email: string;
}

/** Deletes each noun's data of a person, joining the transaction. */
const nouns: readonly ((tx: Db, leaver: Leaver) => Promise<void>)[] = [
  forgetIdentities,
  forgetCodes,
  forgetInvitations,
  forgetNotices,
  forgetApps,
  forgetAssistants,
  forgetChannels,
  forgetMessages,
  forgetDiscussions,
  forgetFiles,
  forgetBudgets,
];

/**
 * Treatment of every reference to a person; a test keeps it complete. What others read, or are accountable
 * for, is kept: it refers to a row without a name.
 */
export const referencesToPeople: Readonly<Record<string, 'ends before' | 'forgotten' | 'kept'>> = {
  'member.userId': 'ends before',
  'grant.userId': 'ends before',
  'session.userId': 'ends before',
  'identity.userId': 'forgotten',
  'notice.userId': 'forgotten',
  'channel_read.userId': 'forgotten',
  'channel_pin.userId': 'forgotten',
  'reaction.userId': 'forgotten',
  'comment_reaction.userId': 'forgotten',
  'queued_message.authorId': 'forgotten',
  'budget.userId': 'forgotten',
  // Files of a channel or app are content.
  'file.uploaderId': 'kept',
  'app.creatorId': 'kept',
  'dataset_link.creatorId': 'kept',
  'source.creatorId': 'kept',
  'app.ownerId': 'kept',
  'app.personalUserId': 'kept',
  'channel.creatorId': 'kept',
  'assistant.ownerId': 'kept',
  'message.authorId': 'kept',
  'turn.userId': 'kept',
  'document.updaterId': 'kept',
  'document_update.userId': 'kept',
  'version.creatorId': 'kept',
  'discussion.creatorId': 'kept',
  'discussion.resolverId': 'kept',
  'comment.authorId': 'kept',
  'grant.granterId': 'kept',
  'invitation.inviterId': 'kept',
  'invitation_grant.granterId': 'kept',
  'notice.actorId': 'kept',
  'setting.updatedBy': 'kept',
  'provider.creatorId': 'kept',
  'retrieval_setting.chooserId': 'kept',
  'mcp_server.creatorId': 'kept',
  'template.creatorId': 'kept',
  'tool_call.deciderId': 'kept',
  'agent_manifest.authorId': 'kept',
  // It pauses at its next start.
  'schedule.makerId': 'kept',
  // A team's costs stay recorded.
  'usage.userId': 'kept',
  'usage_day.userId': 'kept',
};

/** Has every noun forget a person. */
export async function forgetPerson(tx: Db, leaver: Leaver): Promise<void> {
  for (const forget of nouns) await forget(tx, leaver);
}
