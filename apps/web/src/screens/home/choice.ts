import type { App } from '@tandem/shared/app/schema';
import { useEffect, useState } from 'react';
import { byOwn, bySort, type Tree } from '../../entities/workspace/tree.ts';
import { personalKey } from '../../lib/personal.ts';
import { useSession } from '../../lib/session/session.ts';
import { readStored, writeStored } from '../../lib/storage/storage.ts';

/**
 * Kept in the browser, for the person and the team: where they begin chats is a habit of the place where they work, and
 * a browser that knows of none begins where nobody else reads.
 */
const keyFor = (teamId: string) => personalKey('home', `app:${teamId}`);

/** Apps in which this person may begin a chat: their own, then the others in the order of the sidebar. */
export function chatAppsOf({ spaces, apps }: Pick<Tree, 'spaces' | 'apps'>): App[] {
  const place = new Map([...spaces.values()].sort(bySort).map((space, index) => [space.id, index]));
  return [...apps.values()]
    .filter((app) => app.type === 'chat' && app.abilities.createChannel)
    .sort(
      (a, b) =>
        Number(b.personal) - Number(a.personal) ||
        (place.get(a.spaceId) ?? 0) - (place.get(b.spaceId) ?? 0) ||
        byOwn(a, b),
    );
}

/** The app in which home begins chats: the one chosen last, as long as it can be, else the reader's own. */
export function chosenAmong(apps: readonly App[], chosen: unknown): App | undefined {
  return apps.find(({ id }) => id === chosen) ?? apps[0];
}

/** The same once the choice is loaded; for a message sent before that. */
export async function findChosen(apps: readonly App[], teamId: string): Promise<App | undefined> {
  return chosenAmong(apps, await readStored(keyFor(teamId)));
}

export interface AppChoiceState {
  /** Undefined until the choice is loaded, or if there is none. */
  app: App | undefined;
  choose(appId: string): void;
}

/** The app in which home starts chats, and a setter; the browser remembers the choice. */
export function useAppChoice(apps: readonly App[]): AppChoiceState {
  const teamId = useSession(({ user }) => user.currentTeamId) ?? '';
  const [stored, setStored] = useState<{ teamId: string; chosen: unknown } | null>(null);
  useEffect(() => {
    let over = false;
    void readStored(keyFor(teamId)).then((chosen) => {
      if (!over) setStored((held) => (held?.teamId === teamId ? held : { teamId, chosen }));
    });
    return () => {
      over = true;
    };
  }, [teamId]);
  return {
    app: stored?.teamId === teamId ? chosenAmong(apps, stored.chosen) : undefined,
    choose: (chosen) => {
      setStored({ teamId, chosen });
      void writeStored(keyFor(teamId), chosen);
    },
  };
}
