import { useSession } from './session/session.ts';
import { desktop } from './storage/desktop.ts';
import { removeStored } from './storage/storage.ts';

/** Unsent text; removed on signing out. */
const UNSENT = ['draft', 'draft-files'] as const;
/** Keys of earlier releases, which do not say whose words they hold. */
const OWNERLESS = /^(?:draft|draft-files|outbox):/u;

/**
 * The storage key for data of the signed-in person, so that nobody else who uses this browser sees it, or
 * sends it as their own.
 * @param kind the kind of data, such as `draft`
 */
export function personalKey(kind: string, place: string, userId = useSession.getState().user.id): string {
  return `${kind}:${userId}:${place}`;
}

type Forget = (userId: number) => void;
const forgetters = new Set<Forget>();
/** Tells other tabs who signed out: otherwise they would store their memory again when they close. */
const tabs = new BroadcastChannel('signed-out');
tabs.onmessage = ({ data }: MessageEvent<number>) => void forgetHere(data);

/** Calls `forget` when a person signs out by choice, to clear what is in memory. */
export function onSignOut(forget: Forget): void {
  forgetters.add(forget);
}

/**
 * Clears a person's unsent text in all tabs of this browser. Messages being sent and unsaved document changes
 * wait for their return.
 */
export async function forgetUnsent(userId: number): Promise<void> {
  tabs.postMessage(userId);
  await forgetHere(userId);
}

async function forgetHere(userId: number): Promise<void> {
  for (const forget of forgetters) forget(userId);
  const prefixes = UNSENT.map((kind) => personalKey(kind, '', userId));
  await removeWhere((key) => prefixes.some((prefix) => key.startsWith(prefix)));
}

/** Removes what earlier releases stored without saying whose it is: it may be somebody else's. */
export async function removeOwnerless(): Promise<void> {
  await removeWhere((key) => OWNERLESS.test(key) && !/^[a-z-]+:\d+:/u.test(key));
}

/** The desktop shell cannot list its keys; there each person's data stays. */
async function removeWhere(isMeant: (key: string) => boolean): Promise<void> {
  if (desktop()) return;
  try {
    await Promise.all(Object.keys(localStorage).filter(isMeant).map(removeStored));
  } catch (error) {
    console.error('Could not look through localStorage', error);
  }
}
