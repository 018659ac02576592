import type { AppTable, GrantTable } from './app.ts';
import type { AssistantTable, ModelTable, ProviderTable } from './assistant.ts';
import type { ChannelHeadTable, ChannelPinTable, ChannelReadTable, ChannelTable } from './channel.ts';
import type { FileLeftoverTable, FileTable } from './file.ts';
import type { InvitationGrantTable, InvitationTable } from './invitation.ts';
import type {
  MessageTable,
  MessageTextTable,
  QueuedMessageTable,
  ReactionTable,
  SearchFillTable,
  TurnTable,
} from './message.ts';
import type { NoticeTable } from './notice.ts';
import type { LoginCodeTable, OauthStateTable, RateCountTable, SessionTable } from './session.ts';
import type { InstallationTable, MemberTable, SpaceTable, TeamTable } from './team.ts';
import type { IdentityTable, UserTable } from './user.ts';

/** Every table, under its name in the database. */
export interface Tables {
  installation: InstallationTable;
  user: UserTable;
  identity: IdentityTable;
  session: SessionTable;
  login_code: LoginCodeTable;
  oauth_state: OauthStateTable;
  rate_count: RateCountTable;
  team: TeamTable;
  member: MemberTable;
  space: SpaceTable;
  app: AppTable;
  grant: GrantTable;
  channel: ChannelTable;
  channel_head: ChannelHeadTable;
  channel_read: ChannelReadTable;
  assistant: AssistantTable;
  provider: ProviderTable;
  model: ModelTable;
  message: MessageTable;
  queued_message: QueuedMessageTable;
  turn: TurnTable;
  channel_pin: ChannelPinTable;
  reaction: ReactionTable;
  message_text: MessageTextTable;
  search_fill: SearchFillTable;
  file: FileTable;
  file_leftover: FileLeftoverTable;
  notice: NoticeTable;
  invitation: InvitationTable;
  invitation_grant: InvitationGrantTable;
}
