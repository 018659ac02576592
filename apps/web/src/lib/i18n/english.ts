type Sentences = Record<string, unknown>;

/** English is bundled in chunks of its own, loaded only when the language files cannot be. */
const bundles: Record<string, () => Promise<{ default: Sentences }>> = {
  agent: () => import('@tandem/shared/locales/en/agent.json'),
  common: () => import('@tandem/shared/locales/en/common.json'),
  auth: () => import('@tandem/shared/locales/en/auth.json'),
  home: () => import('@tandem/shared/locales/en/home.json'),
  chat: () => import('@tandem/shared/locales/en/chat.json'),
  workspace: () => import('@tandem/shared/locales/en/workspace.json'),
  settings: () => import('@tandem/shared/locales/en/settings.json'),
  share: () => import('@tandem/shared/locales/en/share.json'),
  file: () => import('@tandem/shared/locales/en/file.json'),
  schedule: () => import('@tandem/shared/locales/en/schedule.json'),
  search: () => import('@tandem/shared/locales/en/search.json'),
  notice: () => import('@tandem/shared/locales/en/notice.json'),
  team: () => import('@tandem/shared/locales/en/team.json'),
  admin: () => import('@tandem/shared/locales/en/admin.json'),
  model: () => import('@tandem/shared/locales/en/model.json'),
  assistant: () => import('@tandem/shared/locales/en/assistant.json'),
  usage: () => import('@tandem/shared/locales/en/usage.json'),
  audit: () => import('@tandem/shared/locales/en/audit.json'),
  mcp: () => import('@tandem/shared/locales/en/mcp.json'),
  template: () => import('@tandem/shared/locales/en/template.json'),
  image: () => import('@tandem/shared/locales/en/image.json'),
  document: () => import('@tandem/shared/locales/en/document.json'),
  discussion: () => import('@tandem/shared/locales/en/discussion.json'),
  source: () => import('@tandem/shared/locales/en/source.json'),
  suggestion: () => import('@tandem/shared/locales/en/suggestion.json'),
  version: () => import('@tandem/shared/locales/en/version.json'),
  error: () => import('@tandem/shared/locales/en/error.json'),
};

/** The English sentences of a namespace; null when it is unknown or its chunk cannot be fetched. */
export async function bundledEnglish(namespace: string): Promise<Sentences | null> {
  try {
    return (await bundles[namespace]?.())?.default ?? null;
  } catch (error) {
    console.error(`Could not load the bundled English of "${namespace}"`, error);
    return null;
  }
}
