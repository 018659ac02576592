import { Button } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { agentToolNames } from '@tandem/shared/agent/schema';
import { type Breach, breachOf } from '@tandem/shared/mcp/check';
import type { ToolPart } from '@tandem/shared/message/parts';
import type { ConsentFacts } from '@tandem/shared/message/schema';
import { use, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError, isErrorKey } from '../../../lib/errors.ts';
import { toast } from '../../../lib/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { decideTool } from '../actions.ts';
import { AnswerBodyContext, useConversation } from '../context.ts';
import { useAction } from '../use-action.ts';
import { ApprovalAddress } from './ApprovalAddress.tsx';
import classes from './ApprovalCard.module.css';
import { ApprovalFacts } from './ApprovalFacts.tsx';
import { ApprovalFields } from './ApprovalFields.tsx';
import { fieldsOf, type InputField, inputOf, objectFrom, objectIn } from './approval.ts';
import { Given } from './Given.tsx';
import { addressOf, titleOf } from './tool.ts';

interface ApprovalCardProps {
  part: ToolPart;
  messageId: string;
  /** Whether this person may decide; the others see that it waits. */
  mayDecide: boolean;
}

/** A tool call that waits for consent: what it would do, and the buttons for people who may decide. */
export default function ApprovalCard({ part, messageId, mayDecide }: ApprovalCardProps) {
  const { t } = useTranslation('mcp');
  const { store } = useConversation();
  const { run, busy, problem } = useAction();
  const id = useId();
  const [edited, setEdited] = useState<Edited | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const facts = useFacts(store.channelId, messageId, part.toolCallId);
  const address = addressOf(part);
  // Only runs of agents have calls allowed for the time that they last.
  const isRun = use(AnswerBodyContext) !== null;
  const waitsForAsker = facts !== null && !facts.seenByAll && !facts.isAsker;
  // With other values it may touch something else: then the server says whether that may be approved.
  const mayApprove = edited !== null || facts?.mayApprove !== false;

  function decide(approve: boolean, always = false) {
    const read = approve && edited ? changedInput(edited, part) : null;
    if (read && !read.input) {
      const { path, expected } = read;
      setWrong(
        read.wrong === 'json' ? t('approval.notJson') : t(`approval.wrong.${read.wrong}`, { path, expected }),
      );
      return;
    }
    const changed = read?.input ? { input: read.input } : {};
    const shown = objectIn(part.input);
    setWrong(null);
    void run(async () => {
      try {
        await decideTool(store, {
          messageId,
          toolCallId: part.toolCallId,
          approve,
          ...changed,
          ...(always && { always }),
          ...(shown && { shown }),
        });
      } catch (error) {
        // A decided call no longer has a card to say so.
        if (!isErrorKey(error, 'toolDecided')) throw error;
        toast.info(describeError(error));
      }
    });
  }

  const trouble = wrong ?? problem;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <IconHandStop className={classes.icon} size={18} stroke={1.75} aria-hidden />
        <h3 id={id} className={classes.title}>
          {address === null ? titleOf(part) : t('approval.address.title')}
        </h3>
        {part.source && <span className={classes.source}>{part.source}</span>}
      </header>
      <p className={classes.words}>
        {waitsForAsker
          ? t('approval.waitsForAsker', { asker: facts.asker.name })
          : t(`approval.${!mayDecide ? 'waits' : mayApprove ? 'words' : 'waitsForEditor'}`)}
      </p>
      {part.consent?.isOutcomeUnknown && <p className={classes.problem}>{t('approval.outcomeUnknown')}</p>}
      {edited ? (
        <EditedInput edited={edited} disabled={busy} onChange={setEdited} />
      ) : address !== null ? (
        <ApprovalAddress address={address} />
      ) : (
        <Given input={part.input} order={part.consent?.order} />
      )}
      {facts && <ApprovalFacts facts={facts} />}
      {trouble && (
        <p className={classes.problem} role="alert">
          {trouble}
        </p>
      )}
      {mayDecide && (
        <div className={classes.actions}>
          {mayApprove && (
            <Button size="xs" loading={busy} onClick={() => decide(true)}>
              {t(edited ? 'approval.approveChanged' : 'approval.approve')}
            </Button>
          )}
          {mayApprove && isRun && !edited && !part.consent?.isOutcomeUnknown && mayStandForOthers(part) && (
            <Button size="xs" variant="default" disabled={busy} onClick={() => decide(true, true)}>
              {t(isAboutPath(part) ? 'approval.alwaysPath' : 'approval.always')}
            </Button>
          )}
          <Button size="xs" variant="default" disabled={busy} onClick={() => decide(false)}>
            {t('approval.refuse')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            disabled={busy}
            onClick={() => {
              setWrong(null);
              setEdited(edited ? null : begin(part));
            }}
          >
            {t(edited ? 'approval.asGiven' : 'approval.edit')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Whether a call can allow others of its run: those about its path, or of its tool of a server outside. */
function mayStandForOthers(part: ToolPart): boolean {
  return part.source !== undefined || isAboutPath(part);
}

/** Whether allowing a call of a run allows others for the same path alone. A move is about two. */
function isAboutPath({ toolName, source, input }: ToolPart): boolean {
  if (source !== undefined || toolName === 'move_file') return false;
  const { path, folder } = objectIn(input) ?? {};
  return agentToolNames.some((each) => each === toolName) && !!(path || folder);
}

/**
 * Loads the resources that the call would touch; null until loaded. Loads again for each card shown, since rights
 * change.
 */
function useFacts(channelId: string, messageId: string, toolCallId: string): ConsentFacts | null {
  const { data } = trpc.message.consent.useQuery(
    { channelId, messageId, toolCallId },
    { gcTime: 0, staleTime: 0, trpc: { context: { silent: true } } },
  );
  return data ?? null;
}

/** An input being changed: by fields, or as a whole. */
type Edited = { fields: InputField[] } | { json: string };

function begin(part: ToolPart): Edited {
  const fields = fieldsOf(part.consent?.inputSchema, part.input, part.consent?.order);
  return fields && fields.length > 0 ? { fields } : { json: JSON.stringify(part.input ?? {}, null, 2) };
}

interface ReadInput {
  /** Null: something is wrong with it. */
  input: Record<string, unknown> | null;
  wrong: Breach['rule'] | 'json';
  path: string;
  expected: string;
}

function changedInput(edited: Edited, part: ToolPart): ReadInput {
  const fine = { wrong: 'json', path: '', expected: '' } as const;
  let input: Record<string, unknown> | null;
  if ('fields' in edited) {
    const read = inputOf(edited.fields);
    if ('bad' in read) return { ...fine, input: null, wrong: 'type', path: String(read.bad) };
    input = read.input;
  } else input = objectFrom(edited.json);
  if (!input) return { ...fine, input };
  const breach = breachOf(part.consent?.inputSchema, input);
  if (!breach) return { ...fine, input };
  return { input: null, wrong: breach.rule, path: breach.path, expected: breach.expected };
}

function EditedInput({
  edited,
  disabled,
  onChange,
}: {
  edited: Edited;
  disabled: boolean;
  onChange(edited: Edited): void;
}) {
  return 'fields' in edited ? (
    <ApprovalFields fields={edited.fields} disabled={disabled} onChange={(fields) => onChange({ fields })} />
  ) : (
    <ApprovalFields json={edited.json} disabled={disabled} onJson={(json) => onChange({ json })} />
  );
}
