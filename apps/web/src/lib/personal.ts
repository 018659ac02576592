import { useSession } from './session/session.ts';
import { desktop } from './storage/desktop.ts';
import { removeStored } from './storage/storage.ts';

/** What a person wrote and did not send; it goes when they sign out. */
const UNSENT = ['draft', 'draft-files'] as const;
/** Keys of earlier releases, which do not say whose words they hold. */
const OWNERLESS = /^(?:draft|draft-files|outbox):/u;

/**
 * The key under which something of the person who is signed in is stored, so that nobody else who uses this browser
 * sees it, or sends it as their own.
 * @param kind what it is, such as `draft`
 */
export function personalKey(kind: string, place: string, userId = useSession.getState().user.id): string {
  return `${kind}:${userId}:${place}`;
}

type Forget = (userId: number) => void;
const forgetters = new Set<Forget>();
/** Tells the other tabs who signed out: what they hold in memory would be stored again as they leave. */
const tabs = new BroadcastChannel('signed-out');
tabs.onmessage = ({ data }: MessageEvent<number>) => void forgetHere(data);

/** Calls `forget` when a person signs out by choice, for what is in memory. */
export function onSignOut(forget: Forget): void {
  forgetters.add(forget);
}

/** Forgets what a person wrote and did not send, in all tabs of this browser. Messages on their way and words of documents wait for their return. */
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

/** The desktop shell cannot say what it stores; there each person's keys stay theirs. */
async function removeWhere(isMeant: (key: string) => boolean): Promise<void> {
  if (desktop()) return;
  try {
    await Promise.all(Object.keys(localStorage).filter(isMeant).map(removeStored));
  } catch (error) {
    console.error('Could not look through localStorage', error);
  }
}
