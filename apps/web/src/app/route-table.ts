/** The layout around a route: none, or one for signed-in people only. */
export type LayoutGroup = 'outside' | 'main' | 'admin' | 'userSetting';

interface RouteEntry {
  path: string;
  group: LayoutGroup;
  /** Names the screen; several paths may lead to one. */
  screen: string;
}

/** The first segment of an app's addresses, by type of app. */
export const appSegments = ['s', 'agent', 'draw', 'note', 'chatpdf', 'meeting'] as const;

/** Every address of the product. One whose screen does not exist yet leads to the not-found page. */
export const routeTable: RouteEntry[] = [
  { path: '/callback', group: 'outside', screen: 'callback' },
  { path: '/login', group: 'outside', screen: 'login' },
  { path: '/register', group: 'outside', screen: 'register' },
  { path: '/home', group: 'main', screen: 'home' },
  { path: '/assistant', group: 'main', screen: 'assistant' },
  ...appSegments.flatMap(routesOfApp),
  // Besides the common form, this type has a shorter, older address.
  { path: '/chatpdf/:appId/:channelId', group: 'main', screen: 'chatpdf/channel' },
  ...[
    'overview',
    'application',
    'modelProvider',
    'mcp',
    'teamMember',
    'license',
    'setting',
    'preference',
  ].map((name): RouteEntry => ({ path: `/admin/${name}`, group: 'admin', screen: `admin/${name}` })),
  ...['general', 'usage'].map(
    (name): RouteEntry => ({
      path: `/userSetting/${name}`,
      group: 'userSetting',
      screen: `userSetting/${name}`,
    }),
  ),
];

function routesOfApp(segment: string): RouteEntry[] {
  return [
    { path: `/${segment}/:appId/setting`, group: 'main', screen: 'appSetting' },
    { path: `/${segment}/:appId`, group: 'main', screen: `${segment}/app` },
    { path: `/${segment}/:appId/c/:channelId`, group: 'main', screen: `${segment}/channel` },
  ];
}
