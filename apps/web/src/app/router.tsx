import { createBrowserRouter, Outlet, type RouteObject, replace } from 'react-router';
import { Loading } from '../ui/page/Loading.tsx';
import type { LazyPart } from '../ui/page/lazy-part.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { RequireSession } from './RequireSession.tsx';
import { RouteError } from './RouteError.tsx';
import { type LayoutGroup, routeTable } from './route-table.ts';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { layouts, screens } from './screens.ts';

/** The routes of the whole product, as React Router wants them. */
export function buildRoutes(): RouteObject[] {
  const groups: LayoutGroup[] = ['outside', 'main', 'admin', 'userSetting'];
  return [
    {
      element: <Outlet />,
      errorElement: <RouteError />,
      HydrateFallback: Loading,
      children: [
        { path: '/', loader: () => replace('/home') },
        ...groups.flatMap(routesOfGroup),
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
  ];
}

function routesOfGroup(group: LayoutGroup): RouteObject[] {
  const children = routeTable
    .filter((entry) => entry.group === group)
    .flatMap(({ path, screen }) => {
      const part = screens[screen];
      return part ? [{ ...lazyRoute(part), path, handle: { screen } }] : [];
    });
  const layout = layouts[group];
  if (!layout || children.length === 0) return children;
  const { Part } = layout;
  const element = (
    <RequireSession>
      <ScreenBoundary>
        <Part />
      </ScreenBoundary>
    </RequireSession>
  );
  return [{ ...lazyRoute(layout), element, children }];
}

function lazyRoute({ Part, preload }: LazyPart<object>) {
  return {
    element: (
      <ScreenBoundary>
        <Part />
      </ScreenBoundary>
    ),
    // Layout and screen are asked for together, and shown as they come: this loader waits for neither.
    loader() {
      preload();
      return null;
    },
    shouldRevalidate: () => false,
    errorElement: <RouteError />,
  };
}

export function createRouter() {
  return createBrowserRouter(buildRoutes());
}
