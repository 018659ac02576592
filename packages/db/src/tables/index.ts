import type { AgentManifestTable, AgentRunTable, AgentSettingTable, AgentWorkspaceTable } from './agent.ts';
import type { AppTable, GrantTable } from './app.ts';
import type { AssistantTable } from './assistant.ts';
import type { AuditEntryTable } from './audit.ts';
import type { BudgetTable, ReservationTable } from './budget.ts';
import type { ChannelHeadTable, ChannelPinTable, ChannelReadTable, ChannelTable } from './channel.ts';
import type { DatasetLinkTable, DatasetTable, PassageExclusionTable, SourceTable } from './dataset.ts';
import type { CommentReactionTable, CommentTable, DiscussionTable } from './discussion.ts';
import type {
  DocumentContentTable,
  DocumentReadingTable,
  DocumentTable,
  DocumentUpdateTable,
} from './document.ts';
import type { ExtractionPageTable, ExtractionTable } from './extraction.ts';
import type { FileLeftoverTable, FileTable, KeptContentTable } from './file.ts';
import type { InvitationGrantTable, InvitationTable } from './invitation.ts';
import type { McpServerTable, McpToolTable } from './mcp.ts';
import type {
  MessageTable,
  MessageTextTable,
  QueuedMessageTable,
  ReactionTable,
  SearchFillTable,
  TurnTable,
} from './message.ts';
import type { NoticeTable } from './notice.ts';
import type { SourceOverviewTable } from './overview.ts';
import type {
  DatasetSpacePassageTable,
  DatasetSpaceTable,
  DatasetSpaceTermTable,
  PassageIndexTable,
  PassageTable,
} from './passage.ts';
import type { ModelTable, ProviderTable } from './provider.ts';
import type { ScheduleTable } from './schedule.ts';
import type { LoginCodeTable, OauthStateTable, RateCountTable, SessionTable } from './session.ts';
import type { SettingTable } from './setting.ts';
import type {
  StatisticMarkTable,
  StatisticMessageTable,
  StatisticSizeTable,
  StatisticUsageTable,
} from './statistic.ts';
import type { ToolCallTable, TurnStepTable } from './step.ts';
import type { InstallationTable, MemberTable, SpaceTable, TeamTable } from './team.ts';
import type { TemplateTable } from './template.ts';
import type { UsageDayTable, UsageTable } from './usage.ts';
import type { IdentityTable, UserTable } from './user.ts';
import type {
  RetrievalSettingTable,
  VectorBlockTable,
  VectorContentTable,
  VectorIndexTable,
} from './vector.ts';
import type { VersionTable } from './version.ts';

/** Every table, by its name in the database. */
export interface Tables {
  installation: InstallationTable;
  user: UserTable;
  identity: IdentityTable;
  schedule: ScheduleTable;
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
  extraction: ExtractionTable;
  extraction_page: ExtractionPageTable;
  source_overview: SourceOverviewTable;
  passage: PassageTable;
  passage_index: PassageIndexTable;
  dataset: DatasetTable;
  dataset_link: DatasetLinkTable;
  source: SourceTable;
  passage_exclusion: PassageExclusionTable;
  dataset_space: DatasetSpaceTable;
  dataset_space_term: DatasetSpaceTermTable;
  dataset_space_passage: DatasetSpacePassageTable;
  retrieval_setting: RetrievalSettingTable;
  vector_index: VectorIndexTable;
  vector_content: VectorContentTable;
  vector_block: VectorBlockTable;
  file: FileTable;
  file_leftover: FileLeftoverTable;
  kept_content: KeptContentTable;
  agent_manifest: AgentManifestTable;
  agent_run: AgentRunTable;
  agent_setting: AgentSettingTable;
  agent_workspace: AgentWorkspaceTable;
  notice: NoticeTable;
  invitation: InvitationTable;
  invitation_grant: InvitationGrantTable;
  mcp_server: McpServerTable;
  mcp_tool: McpToolTable;
  turn_step: TurnStepTable;
  tool_call: ToolCallTable;
  template: TemplateTable;
  usage: UsageTable;
  usage_day: UsageDayTable;
  statistic_usage: StatisticUsageTable;
  statistic_message: StatisticMessageTable;
  statistic_size: StatisticSizeTable;
  statistic_mark: StatisticMarkTable;
  budget: BudgetTable;
  reservation: ReservationTable;
  audit_entry: AuditEntryTable;
  setting: SettingTable;
  document: DocumentTable;
  document_update: DocumentUpdateTable;
  document_content: DocumentContentTable;
  document_reading: DocumentReadingTable;
  discussion: DiscussionTable;
  comment: CommentTable;
  comment_reaction: CommentReactionTable;
  version: VersionTable;
}
