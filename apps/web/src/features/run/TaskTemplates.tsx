import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { draftOf, useDraft } from '../../entities/message/composer/draft.ts';
import { focusComposer } from '../../entities/message/focus.ts';
import { useAction } from '../../entities/message/use-action.ts';
import { useChatModels } from '../../entities/model/queries.ts';
import { api, trpc } from '../../lib/trpc.ts';
import classes from './TaskTemplates.module.css';

/**
 * Tasks to begin with; a press brings the files of one and puts its words into the composer, to be changed or sent. Those
 * that need a language model are offered where there is one.
 */
export function TaskTemplates({ channelId }: { channelId: string }) {
  const { t } = useTranslation('agent');
  const { run, busy, problem } = useAction();
  const { data } = trpc.agentTemplate.list.useQuery(
    { channelId },
    { staleTime: Number.POSITIVE_INFINITY, trpc: { context: { silent: true } } },
  );
  const [draft] = useDraft(channelId);
  const models = useChatModels();
  const isModel = models.some(({ provider }) => provider.kind !== 'offline');
  const templates = data?.filter(({ needsModel }) => isModel || !needsModel);
  const begin = (templateId: string) =>
    void run(async () => {
      const { task } = await api.agentTemplate.choose.mutate(
        { channelId, templateId },
        { context: { silent: true } },
      );
      draftOf(channelId).store.setState({ text: task });
      focusComposer();
    });
  return (
    <>
      {/* Nothing may overwrite what a person has typed. The space stays, so that the layout does not jump. */}
      <ul
        className={classes.templates}
        aria-label={t('empty.examples')}
        data-hidden={draft !== '' || undefined}
      >
        {templates?.map(({ id, icon, title, description }) => (
          <li key={id}>
            <Button
              variant="default"
              disabled={busy}
              title={description}
              leftSection={<span aria-hidden>{icon}</span>}
              onClick={() => begin(id)}
            >
              {title}
            </Button>
          </li>
        ))}
      </ul>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
