import { auditRows } from './administration/audit-log/audit.rest.ts';
import { auditRouter } from './administration/audit-log/audit.router.ts';
import { statisticJobs } from './administration/statistic/statistic.jobs.ts';
import { statisticRows } from './administration/statistic/statistic.rest.ts';
import { statisticRouter } from './administration/statistic/statistic.router.ts';
import { systemRows } from './administration/system/system.rest.ts';
import { systemRouter } from './administration/system/system.router.ts';
import { templateRows } from './administration/template/template.rest.ts';
import { templateRouter } from './administration/template/template.router.ts';
import { agentFileRows } from './agent/file/file.rest.ts';
import { agentFileRouter } from './agent/file/file.router.ts';
import { agentFileJobs } from './agent/files/files.jobs.ts';
import { sandboxRouter } from './agent/sandbox/sandbox.router.ts';
import { agentSettingRouter } from './agent/setting/setting.router.ts';
import { agentTemplateRouter } from './agent/template/template.router.ts';
import { extractionJobs } from './content/file/extraction/extraction.jobs.ts';
import { fileJobs } from './content/file/file.jobs.ts';
import { fileRows } from './content/file/file.rest.ts';
import { fileRouter } from './content/file/file.router.ts';
import { noticeJobs } from './content/notice/notice.jobs.ts';
import { noticeRouter } from './content/notice/notice.router.ts';
import { messageRows } from './conversation/message/message.rest.ts';
import { messageRouter } from './conversation/message/message.router.ts';
import { overviewJobs } from './conversation/overview/overview.jobs.ts';
import { overviewRouter } from './conversation/overview/overview.router.ts';
import { runRows } from './conversation/run/run.rest.ts';
import { runRouter } from './conversation/run/run.router.ts';
import { scheduleJobs } from './conversation/schedule/schedule.jobs.ts';
import { scheduleRows } from './conversation/schedule/schedule.rest.ts';
import { scheduleRouter } from './conversation/schedule/schedule.router.ts';
import { suggestionRows } from './conversation/suggestion/suggestion.rest.ts';
import { suggestionRouter } from './conversation/suggestion/suggestion.router.ts';
import type { JobDefinition } from './core/jobs.ts';
import type { RestRow } from './core/rest/row.ts';
import { router } from './core/trpc/trpc.ts';
import { datasetRows } from './dataset/dataset/dataset.rest.ts';
import { datasetRouter } from './dataset/dataset/dataset.router.ts';
import { retrievalRouter } from './dataset/retrieval/retrieval.router.ts';
import { spaceJobs } from './dataset/retrieval/space/space.jobs.ts';
import { vectorJobs } from './dataset/retrieval/vector/vector.jobs.ts';
import { sourceJobs } from './dataset/source/source.jobs.ts';
import { sourceRouter } from './dataset/source/source.router.ts';
import { discussionRows } from './document/discussion/discussion.rest.ts';
import { commentRouter, discussionRouter } from './document/discussion/discussion.router.ts';
import { documentJobs } from './document/document/document.jobs.ts';
import { documentRows } from './document/document/document.rest.ts';
import { documentRouter } from './document/document/document.router.ts';
import { versionJobs } from './document/version/version.jobs.ts';
import { versionRows } from './document/version/version.rest.ts';
import { versionRouter } from './document/version/version.router.ts';
import { sessionJobs } from './identity/session/session.jobs.ts';
import { sessionRows } from './identity/session/session.rest.ts';
import { sessionRouter } from './identity/session/session.router.ts';
import { settingRouter } from './identity/setting/setting.router.ts';
import { teamJobs } from './identity/team/team.jobs.ts';
import { teamRows } from './identity/team/team.rest.ts';
import { teamRouter } from './identity/team/team.router.ts';
import { userRows } from './identity/user/user.rest.ts';
import { userRouter } from './identity/user/user.router.ts';
import { liveRouter } from './live/live.router.ts';
import { assistantRows } from './models/assistant/assistant.rest.ts';
import { assistantRouter } from './models/assistant/assistant.router.ts';
import { budgetRouter } from './models/budget/budget.router.ts';
import { mcpRouter } from './models/mcp/mcp.router.ts';
import { providerRows } from './models/provider/provider.rest.ts';
import { modelRouter, providerRouter } from './models/provider/provider.router.ts';
import { usageRows } from './models/usage/usage.rest.ts';
import { usageRouter } from './models/usage/usage.router.ts';
import { homeRows } from './search/home/home.rest.ts';
import { homeRouter } from './search/home/home.router.ts';
import { searchJobs } from './search/search/search.jobs.ts';
import { searchRows } from './search/search/search.rest.ts';
import { searchRouter } from './search/search/search.router.ts';
import { appJobs } from './workspace/app/app.jobs.ts';
import { appRows } from './workspace/app/app.rest.ts';
import { appsRouter } from './workspace/app/app.router.ts';
import { channelJobs } from './workspace/channel/channel.jobs.ts';
import { channelRows } from './workspace/channel/channel.rest.ts';
import { channelRouter } from './workspace/channel/channel.router.ts';
import { grantRows } from './workspace/grant/grant.rest.ts';
import { grantRouter } from './workspace/grant/grant.router.ts';
import { invitationJobs } from './workspace/invitation/invitation.jobs.ts';
import { invitationRouter } from './workspace/invitation/invitation.router.ts';
import { spaceRows } from './workspace/space/space.rest.ts';
import { spaceRouter } from './workspace/space/space.router.ts';

/** Every typed procedure. */
export const appRouter = router({
  agentFile: agentFileRouter,
  agentSetting: agentSettingRouter,
  agentTemplate: agentTemplateRouter,
  app: appsRouter,
  assistant: assistantRouter,
  audit: auditRouter,
  budget: budgetRouter,
  channel: channelRouter,
  comment: commentRouter,
  dataset: datasetRouter,
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
  overview: overviewRouter,
  provider: providerRouter,
  retrieval: retrievalRouter,
  run: runRouter,
  sandbox: sandboxRouter,
  schedule: scheduleRouter,
  search: searchRouter,
  session: sessionRouter,
  setting: settingRouter,
  source: sourceRouter,
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
  ...datasetRows,
  ...suggestionRows,
  ...fileRows,
  ...discussionRows,
  ...auditRows,
  ...providerRows,
  ...runRows,
  ...agentFileRows,
  ...scheduleRows,
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
  ...agentFileJobs,
  ...extractionJobs,
  ...spaceJobs,
  ...vectorJobs,
  ...versionJobs,
  ...documentJobs,
  ...sourceJobs,
  ...overviewJobs,
  ...scheduleJobs,
];
