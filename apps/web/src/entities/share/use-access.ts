import type { ChannelVisibility, Permission } from '@tandem/shared/access/permissions';
import type { AccessPerson, Invitee, PendingShare, ShareAnswer } from '@tandem/shared/grant/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { describeError } from '../../lib/errors.ts';
import { queryClient } from '../../lib/query-client.ts';
import { api, trpc } from '../../lib/trpc.ts';
import { applyAnswer, useWorkspace } from '../workspace/store.ts';
import { type AccessPages, withoutPerson, withPending, withPeople, withTarget } from './access.ts';
import type { ShareTarget } from './store.ts';

const PAGE = 50;
/** Key of all cached access lists. */
const accessKey = () => getQueryKey(trpc.grant.list);
/** Failures are shown in place. */
const silent = { context: { silent: true } };

function named({ kind, id }: ShareTarget) {
  return kind === 'app' ? { appId: id } : { channelId: id };
}

/**
 * Reads and changes the access to an app or channel. Changes show at once; a failure reverts
 * them and is set in `problem`.
 */
export function useAccess(target: ShareTarget) {
  const { kind, id } = target;
  const key = useMemo(() => [...accessKey(), kind, id], [kind, id]);
  const query = useInfiniteQuery({
    queryKey: key,
    // Called plainly: the typed options would send a direction that the server does not take.
    queryFn: ({ pageParam: cursor }) =>
      api.grant.list.query(
        { ...named({ kind, id }), limit: PAGE, ...(cursor !== null && { cursor }) },
        silent,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const [problem, setProblem] = useState<string | null>(null);

  // Grants of others are not part of the tree's news, which tell only that something changed.
  const revision = useWorkspace((state) => state.tree.revision);
  const first = useRef(revision);
  useEffect(() => {
    if (first.current === revision) return;
    first.current = revision;
    void queryClient.invalidateQueries({ queryKey: key });
  }, [revision, key]);

  const actions = useMemo(() => {
    const read = () => queryClient.getQueryData<AccessPages>(key);
    const show = (change: (held: AccessPages) => AccessPages) =>
      queryClient.setQueryData<AccessPages>(key, (held) => held && change(held));

    /** @returns whether it worked */
    async function change<T>(
      shown: (held: AccessPages) => AccessPages,
      call: () => Promise<T>,
      answered: (held: AccessPages, answer: T) => AccessPages,
    ): Promise<boolean> {
      setProblem(null);
      await queryClient.cancelQueries({ queryKey: key });
      const before = read();
      show(shown);
      try {
        const answer = await call();
        show((held) => answered(held, answer));
        return true;
      } catch (error) {
        if (before) show(() => before);
        setProblem(describeError(error));
        return false;
      }
    }
    const input = named({ kind, id });
    const same = (held: AccessPages) => held;

    return {
      share: (users: Invitee[]) =>
        change<ShareAnswer>(
          same,
          () => api.grant.share.mutate({ ...input, users }, silent),
          (held, { people, pending }) => withPending(withPeople(held, people), pending),
        ),
      setLevel: (person: AccessPerson, permission: Permission) =>
        change(
          (held) => withPeople(held, [{ ...person, level: permission, own: permission }]),
          () => api.grant.set.mutate({ ...input, userId: person.id, permission }, silent),
          (held, next) => (next ? withPeople(held, [next]) : withoutPerson(held, person.id)),
        ),
      remove: (person: AccessPerson) =>
        change(
          (held) => (person.source.kind === 'grant' ? withoutPerson(held, person.id) : held),
          () => api.grant.remove.mutate({ ...input, userId: person.id }, silent),
          (held, next) => (next ? withPeople(held, [next]) : withoutPerson(held, person.id)),
        ),
      withdraw: ({ invitationId }: PendingShare) =>
        change(
          (held) =>
            withTarget(held, ({ pending }) => ({
              pending: pending.filter((each) => each.invitationId !== invitationId),
            })),
          () => api.grant.withdraw.mutate({ ...input, invitationId }, silent),
          same,
        ),
      setVisibility: (visibility: ChannelVisibility) =>
        change(
          (held) => withTarget(held, (page) => ({ target: { ...page.target, visibility } })),
          () => writeScope({ kind, id }, { visibility }),
          same,
        ),
      setPermission: (permission: Permission) =>
        change(
          (held) =>
            withTarget(held, (page) => ({ team: permission, target: { ...page.target, permission } })),
          () => writeScope({ kind, id }, { permission }),
          same,
        ),
    };
  }, [key, kind, id]);

  return { query, problem, actions };
}
export type AccessActions = ReturnType<typeof useAccess>['actions'];

/** Stores who sees the thing by the team's default; the tree shows the answer. */
async function writeScope(
  { kind, id }: ShareTarget,
  change: { visibility: ChannelVisibility } | { permission: Permission },
): Promise<void> {
  if (kind === 'channel') {
    const channel =
      'visibility' in change
        ? await api.channel.setVisibility.mutate({ channelId: id, ...change }, silent)
        : await api.channel.setPermission.mutate({ channelId: id, ...change }, silent);
    applyAnswer({ channels: [channel] });
  } else if ('permission' in change)
    applyAnswer({ apps: [await api.app.setPermission.mutate({ appId: id, ...change }, silent)] });
  else if (change.visibility !== 'inherit') {
    const { visibility } = change;
    applyAnswer({ apps: [await api.app.setVisibility.mutate({ appId: id, visibility }, silent)] });
  }
  // Levels of everyone follow from it.
  void queryClient.invalidateQueries({ queryKey: accessKey() });
}
