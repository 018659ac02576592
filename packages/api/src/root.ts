import { appJobs } from './app/app.jobs.ts';
import { appRows } from './app/app.rest.ts';
import { appsRouter } from './app/app.router.ts';
import { assistantRows } from './assistant/assistant.rest.ts';
import { assistantRouter } from './assistant/assistant.router.ts';
import { auditRows } from './audit/audit.rest.ts';
import { auditRouter } from './audit/audit.router.ts';
import { budgetRouter } from './budget/budget.router.ts';
import { channelJobs } from './channel/channel.jobs.ts';
import { channelRows } from './channel/channel.rest.ts';
import { channelRouter } from './channel/channel.router.ts';
import type { JobDefinition } from './core/jobs.ts';
import type { RestRow } from './core/rest/row.ts';
import { router } from './core/trpc.ts';
import { discussionRows } from './discussion/discussion.rest.ts';
import { commentRouter, discussionRouter } from './discussion/discussion.router.ts';
import { documentJobs } from './document/document.jobs.ts';
import { documentRows } from './document/document.rest.ts';
import { documentRouter } from './document/document.router.ts';
import { fileJobs } from './file/file.jobs.ts';
import { fileRows } from './file/file.rest.ts';
import { fileRouter } from './file/file.router.ts';
import { grantRows } from './grant/grant.rest.ts';
import { grantRouter } from './grant/grant.router.ts';
import { homeRows } from './home/home.rest.ts';
import { homeRouter } from './home/home.router.ts';
import { invitationJobs } from './invitation/invitation.jobs.ts';
import { invitationRouter } from './invitation/invitation.router.ts';
import { liveRouter } from './live/live.router.ts';
import { mcpRouter } from './mcp/mcp.router.ts';
import { messageRows } from './message/message.rest.ts';
import { messageRouter } from './message/message.router.ts';
import { noticeJobs } from './notice/notice.jobs.ts';
import { noticeRouter } from './notice/notice.router.ts';
import { providerRows } from './provider/provider.rest.ts';
import { modelRouter, providerRouter } from './provider/provider.router.ts';
import { searchJobs } from './search/search.jobs.ts';
import { searchRows } from './search/search.rest.ts';
import { searchRouter } from './search/search.router.ts';
import { sessionJobs } from './session/session.jobs.ts';
import { sessionRows } from './session/session.rest.ts';
import { sessionRouter } from './session/session.router.ts';
import { settingRouter } from './setting/setting.router.ts';
import { spaceRows } from './space/space.rest.ts';
import { spaceRouter } from './space/space.router.ts';
import { statisticJobs } from './statistic/statistic.jobs.ts';
import { statisticRows } from './statistic/statistic.rest.ts';
import { statisticRouter } from './statistic/statistic.router.ts';
import { suggestionRows } from './suggestion/suggestion.rest.ts';
import { suggestionRouter } from './suggestion/suggestion.router.ts';
import { systemRows } from './system/system.rest.ts';
import { systemRouter } from './system/system.router.ts';
import { teamJobs } from './team/team.jobs.ts';
import { teamRows } from './team/team.rest.ts';
import { teamRouter } from './team/team.router.ts';
import { templateRows } from './template/template.rest.ts';
import { templateRouter } from './template/template.router.ts';
import { usageRows } from './usage/usage.rest.ts';
import { usageRouter } from './usage/usage.router.ts';
import { userRows } from './user/user.rest.ts';
import { userRouter } from './user/user.router.ts';
import { versionJobs } from './version/version.jobs.ts';
import { versionRows } from './version/version.rest.ts';
import { versionRouter } from './version/version.router.ts';

/** Every typed procedure. */
export const appRouter = router({
  app: appsRouter,
  assistant: assistantRouter,
  audit: auditRouter,
  budget: budgetRouter,
  channel: channelRouter,
  comment: commentRouter,
  discussion: discussionRouter,
  document: documentRouter,
  file: fileRouter,
  grant: grantRouter,
  home: homeRouter,
  invitation: invitationRouter,
  live: liveRouter,
  mcp: mcpRouter,
  message: messageRouter,
  model: modelRouter,
  notice: noticeRouter,
  provider: providerRouter,
  search: searchRouter,
  session: sessionRouter,
  setting: settingRouter,
  space: spaceRouter,
  statistic: statisticRouter,
  suggestion: suggestionRouter,
  system: systemRouter,
  team: teamRouter,
  template: templateRouter,
  usage: usageRouter,
  user: userRouter,
  version: versionRouter,
});
export type AppRouter = typeof appRouter;

/** Every REST row. */
export const restRows: RestRow[] = [
  ...systemRows,
  ...messageRows,
  ...sessionRows,
  ...userRows,
  ...teamRows,
  ...spaceRows,
  ...statisticRows,
  ...appRows,
  ...assistantRows,
  ...channelRows,
  ...homeRows,
  ...grantRows,
  ...searchRows,
  ...templateRows,
  ...usageRows,
  ...versionRows,
  ...documentRows,
  ...suggestionRows,
  ...fileRows,
  ...discussionRows,
  ...auditRows,
  ...providerRows,
];

/** Every kind of background job. */
export const jobs: JobDefinition[] = [
  ...searchJobs,
  ...statisticJobs,
  ...teamJobs,
  ...sessionJobs,
  ...channelJobs,
  ...appJobs,
  ...invitationJobs,
  ...noticeJobs,
  ...fileJobs,
  ...versionJobs,
  ...documentJobs,
];
