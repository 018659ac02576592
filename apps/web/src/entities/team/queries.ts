import { routeSegmentOf } from '@tandem/shared/app/schema';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import type { TeamDetails } from '@tandem/shared/team/schema';
import type { InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { currentTeamOf, useSession } from '../../lib/session/session.ts';
import { api, trpc } from '../../lib/trpc.ts';
import { loadProfile } from '../session/profile.ts';

/** The current team and what the reader may do there; undefined while it is not known. */
export function useTeam(): TeamDetails | undefined {
  const team = useSession((state) => currentTeamOf(state.user));
  const { data, refetch } = trpc.team.get.useQuery(undefined, {
    enabled: team !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    trpc: { context: { silent: true } },
  });
  const isStale =
    data !== undefined &&
    team !== undefined &&
    (data.id !== team.teamId || data.name !== team.name || data.role !== team.role);
  // The person's own record follows live events; a difference means that it is out of date.
  useEffect(() => {
    if (isStale) void refetch();
  }, [isStale, refetch]);
  return isStale ? undefined : data;
}

/** Reloads the person's record and team, after the server has moved them to another team or none. */
export async function arrive(): Promise<void> {
  await loadProfile();
  queryClient.clear();
}

/**
 * Joins the team of an invitation; the failure is shown automatically.
 * @returns whether it worked
 */
export async function join(by: { invitationId: string } | { token: string }): Promise<boolean> {
  try {
    await api.invitation.accept.mutate(by);
  } catch {
    return false;
  }
  await arrive();
  return true;
}

/** Where an accepted invitation leads: its channel or app, else home. */
export async function landingPath(by: { invitationId: string } | { token: string }): Promise<string> {
  try {
    const landing = await api.invitation.landing.query(by, { context: { silent: true } });
    if (!landing) return '/home';
    const app = `/${routeSegmentOf[landing.appType]}/${landing.appId}`;
    return landing.channelId === null ? app : `${app}/c/${landing.channelId}`;
  } catch {
    return '/home';
  }
}

/** A list that comes in pages. */
export type Pages<T> = InfiniteData<KeysetPage<T>, string>;

/** Such a list with one of its entries changed, or taken out by null. */
export function withEntry<T extends { id: string | number }>(
  data: Pages<T> | undefined,
  id: T['id'],
  entry: T | null,
): Pages<T> | undefined {
  if (!data) return data;
  const pages = data.pages.map((page) => ({
    ...page,
    list: page.list.flatMap((held) => (held.id !== id ? [held] : entry ? [entry] : [])),
  }));
  return { ...data, pages };
}
