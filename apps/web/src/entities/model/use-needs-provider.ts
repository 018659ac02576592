import { useTeam } from '../team/queries.ts';
import { useChatModels } from './queries.ts';

/** Whether only the built-in model answers in this team, and the reader is one who can change that. */
export function useNeedsProvider(): boolean {
  const mayConnect = useTeam()?.abilities.providers ?? false;
  const models = useChatModels();
  return mayConnect && models.length > 0 && models.every(({ provider }) => provider.kind === 'offline');
}
