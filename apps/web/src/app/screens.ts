import type { ComponentType } from 'react';
import { type LazyPart, lazyPart } from '../ui/page/lazy-part.tsx';
import { agentScreen, channelScreen, documentScreen, sourceScreen } from './channel-screens.ts';
import type { LayoutGroup } from './route-table.ts';

/** The screen of a channel depends on its kind, which the tree knows. */
const channelRoute = lazyPart('channelRoute', () => import('./ChannelRoute.tsx'));

/** A channel of an app; `likely` is fetched along, before it is known what kind the channel is of. */
function channelPart(likely: LazyPart<object>): LazyPart<object> {
  return {
    Part: channelRoute.Part,
    preload() {
      channelRoute.preload();
      likely.preload();
    },
  };
}

/** All screens by their name in the route table, each in its own chunk. */
export const screens: Record<string, LazyPart<object>> = {
  callback: lazyPart('callback', () => import('./CallbackScreen.tsx'), ['auth']),
  login: lazyPart('login', () => import('../screens/session/LoginScreen.tsx'), ['auth']),
  register: lazyPart('register', () => import('../screens/session/RegisterScreen.tsx'), ['auth']),
  home: lazyPart('home', () => import('../screens/home/HomeScreen.tsx'), [
    'assistant',
    'chat',
    'file',
    'home',
    'team',
    'template',
    'workspace',
  ]),
  assistant: lazyPart('assistant', () => import('../screens/assistant/AssistantScreen.tsx'), [
    'assistant',
    'chat',
    'dataset',
    'file',
    'template',
    'workspace',
  ]),
  appSetting: lazyPart('appSetting', () => import('../screens/app/AppSettingScreen.tsx'), [
    'assistant',
    'share',
    'workspace',
  ]),
  'userSetting/general': lazyPart('general', () => import('../screens/user/GeneralScreen.tsx'), [
    'file',
    'notice',
    'settings',
    'workspace',
  ]),
  'admin/overview': lazyPart('overview', () => import('../screens/overview/OverviewScreen.tsx'), [
    'admin',
    'usage',
    'workspace',
  ]),
  'admin/application': lazyPart('application', () => import('../screens/app/ApplicationScreen.tsx'), [
    'admin',
    'share',
    'usage',
    'workspace',
  ]),
  'admin/teamMember': lazyPart('teamMember', () => import('../screens/team/TeamMemberScreen.tsx'), [
    'admin',
    'team',
    'usage',
    'workspace',
  ]),
  'admin/modelProvider': lazyPart('modelProvider', () => import('../screens/model/ProviderScreen.tsx'), [
    'model',
    'workspace',
  ]),
  'admin/mcp': lazyPart('mcp', () => import('../screens/mcp/McpScreen.tsx'), ['mcp', 'workspace']),
  'admin/setting': lazyPart('setting', () => import('../screens/setting/SettingScreen.tsx'), [
    'admin',
    'agent',
    'audit',
    'workspace',
  ]),
  'admin/preference': lazyPart('preference', () => import('../screens/preference/PreferenceScreen.tsx'), [
    'admin',
    'file',
    'usage',
    'workspace',
  ]),
  'userSetting/usage': lazyPart('usage', () => import('../screens/usage/UsageScreen.tsx'), [
    'usage',
    'workspace',
  ]),
  's/app': lazyPart('app', () => import('../screens/app/AppScreen.tsx'), [
    'assistant',
    'chat',
    'file',
    'share',
    'workspace',
  ]),
  's/channel': channelPart(channelScreen),
  'note/app': lazyPart('note', () => import('../screens/app/NoteScreen.tsx'), [
    'document',
    'share',
    'template',
    'workspace',
  ]),
  'note/channel': channelPart(documentScreen),
  'chatpdf/app': lazyPart('chatpdf', () => import('../screens/app/ChatpdfScreen.tsx'), [
    'share',
    'source',
    'workspace',
  ]),
  'chatpdf/channel': channelPart(sourceScreen),
  'agent/app': lazyPart('agentApp', () => import('../screens/app/AgentAppScreen.tsx'), [
    'agent',
    'assistant',
    'chat',
    'file',
    'share',
    'workspace',
  ]),
  'agent/channel': channelPart(agentScreen),
};

/** The layouts that exist, by group. */
export const layouts: Partial<Record<LayoutGroup, LazyPart<object>>> = {
  main: lazyPart('main', (): Promise<{ default: ComponentType }> => import('./layouts/MainLayout.tsx'), [
    'admin',
    'notice',
    'search',
    'share',
    'team',
    'template',
    'workspace',
  ]),
  admin: lazyPart('admin', (): Promise<{ default: ComponentType }> => import('./layouts/AdminLayout.tsx'), [
    'admin',
  ]),
  userSetting: lazyPart(
    'userSetting',
    (): Promise<{ default: ComponentType }> => import('./layouts/SettingLayout.tsx'),
    ['settings', 'usage'],
  ),
};
