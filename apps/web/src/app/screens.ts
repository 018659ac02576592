import type { ComponentType } from 'react';
import { type LazyPart, lazyPart } from '../ui/lazy-part.tsx';
import { channelScreen, documentScreen } from './channel-screens.ts';
import type { LayoutGroup } from './route-table.ts';

/** What is shown of a channel depends on its kind, which the tree knows. */
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

/** The screens that exist, by their name in the route table. Each is a chunk of its own. */
export const screens: Record<string, LazyPart<object>> = {
  callback: lazyPart('callback', () => import('./CallbackScreen.tsx')),
  login: lazyPart('login', () => import('../features/session/LoginScreen.tsx')),
  register: lazyPart('register', () => import('../features/session/RegisterScreen.tsx')),
  home: lazyPart('home', () => import('../features/home/HomeScreen.tsx')),
  assistant: lazyPart('assistant', () => import('../features/assistant/AssistantScreen.tsx')),
  appSetting: lazyPart('appSetting', () => import('../features/app/AppSettingScreen.tsx')),
  'userSetting/general': lazyPart('general', () => import('../features/user/GeneralScreen.tsx')),
  'admin/overview': lazyPart('overview', () => import('../features/overview/OverviewScreen.tsx')),
  'admin/application': lazyPart('application', () => import('../features/app/ApplicationScreen.tsx')),
  'admin/teamMember': lazyPart('teamMember', () => import('../features/team/TeamMemberScreen.tsx')),
  'admin/modelProvider': lazyPart('modelProvider', () => import('../features/model/ProviderScreen.tsx')),
  'admin/setting': lazyPart('setting', () => import('../features/setting/SettingScreen.tsx')),
  'admin/preference': lazyPart('preference', () => import('../features/preference/PreferenceScreen.tsx')),
  'userSetting/usage': lazyPart('usage', () => import('../features/usage/UsageScreen.tsx')),
  's/app': lazyPart('app', () => import('../features/app/AppScreen.tsx')),
  's/channel': channelPart(channelScreen),
  'note/app': lazyPart('note', () => import('../features/document/NoteScreen.tsx')),
  'note/channel': channelPart(documentScreen),
};

/** The layouts that exist, by group. */
export const layouts: Partial<Record<LayoutGroup, LazyPart<object>>> = {
  main: lazyPart('main', (): Promise<{ default: ComponentType }> => import('./layouts/MainLayout.tsx')),
  admin: lazyPart('admin', (): Promise<{ default: ComponentType }> => import('./layouts/AdminLayout.tsx')),
  userSetting: lazyPart(
    'userSetting',
    (): Promise<{ default: ComponentType }> => import('./layouts/SettingLayout.tsx'),
  ),
};
