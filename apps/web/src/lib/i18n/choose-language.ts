import type { Language } from '@tandem/shared/user/schema';
import { useSession } from '../session/session.ts';
import { applyLanguage } from './language.ts';

/** Speaks another language from now on, here and wherever the person signs in. */
export async function chooseLanguage(language: Language): Promise<void> {
  applyLanguage(language);
  const { user } = useSession.getState();
  if (user.id === 0) return;
  useSession.setState({ user: { ...user, language } });
  try {
    // The sign-in page offers languages too, and makes no typed call for people without a session.
    const { api } = await import('../trpc.ts');
    await api.user.update.mutate({ language });
  } catch {
    // A failure shows as a toast; the choice holds in this browser all the same.
  }
}
