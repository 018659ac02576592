import { Button, Checkbox, Loader, Switch, VisuallyHidden } from '@mantine/core';
import { isHarmless, type McpServer, type McpTool } from '@tandem/shared/mcp/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import classes from './Mcp.module.css';
import { setTool, useServerTools } from './queries.ts';

/** The tools of a server, each with its own switch. */
export function ToolList({ server }: { server: McpServer }) {
  const { t } = useTranslation('mcp');
  const { data, error, refetch } = useServerTools(server.id);
  if (error)
    return (
      <p className={classes.problem} role="alert">
        {describeError(error)}{' '}
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </p>
    );
  if (!data) return <Loader size="xs" ms={28} my="sm" aria-label={t('tools', { name: server.name })} />;
  if (data.length === 0)
    return <p className={classes.none}>{t(server.listedAt === null ? 'noneRead' : 'none')}</p>;
  return (
    <>
      <p className={classes.none}>{t('unasked.note')}</p>
      <ul className={classes.tools} aria-label={t('tools', { name: server.name })}>
        {data.map((tool) => (
          <ToolLine key={tool.id} tool={tool} />
        ))}
      </ul>
    </>
  );
}

function ToolLine({ tool }: { tool: McpTool }) {
  const { t } = useTranslation('mcp');
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const name = tool.title || tool.name;

  async function set(values: { enabled?: boolean; needsApproval?: boolean }) {
    setBusy(true);
    // The call shows its own failure.
    await setTool({ toolId: tool.id, ...values }).catch(() => {});
    setBusy(false);
  }

  return (
    <li className={classes.tool} data-gone={tool.isGone || undefined}>
      <div className={classes.toolWords}>
        <p className={classes.toolName}>
          {name} {tool.title !== '' && tool.title !== tool.name && <code>{tool.name}</code>}
          {tool.readOnly && (
            <span className={classes.badge} title={t('readOnly.words')}>
              {t('readOnly.label')}
            </span>
          )}
          {tool.isGone && <span className={classes.badge}>{t('gone')}</span>}
        </p>
        {tool.description !== '' && (
          <p className={classes.toolText} data-open={open || undefined}>
            {tool.description}
          </p>
        )}
        <button type="button" className={classes.takes} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'takes.hide' : 'takes.show')}
          <VisuallyHidden>: {name}</VisuallyHidden>
        </button>
        {open && <pre className={classes.schema}>{JSON.stringify(tool.inputSchema, null, 2)}</pre>}
      </div>
      <div className={classes.toolControls}>
        <Checkbox
          label={t('approval.needed')}
          aria-label={t('approval.neededLabel', { name })}
          checked={tool.needsApproval}
          disabled={busy || !tool.enabled}
          onChange={({ currentTarget: { checked } }) => {
            if (checked || isHarmless(tool)) void set({ needsApproval: checked });
            else setAsking(true);
          }}
        />
        <Switch
          aria-label={t('toolOn', { name })}
          checked={tool.enabled}
          disabled={busy || (tool.isGone && !tool.enabled)}
          onChange={(event) => void set({ enabled: event.currentTarget.checked })}
        />
      </div>
      {isAsking && <UnaskedDialog tool={tool} onClose={() => setAsking(false)} />}
    </li>
  );
}

/** Says what it means that a tool runs without approval, before it does. */
function UnaskedDialog({ tool, onClose }: { tool: McpTool; onClose(): void }) {
  const { t } = useTranslation('mcp');
  return (
    <ConfirmDialog
      title={t('unasked.title', { name: tool.title || tool.name })}
      words={
        <>
          {t('unasked.words')} {!tool.readOnly && t('unasked.writes')}{' '}
          {tool.openWorld && t('unasked.reaches')}
        </>
      }
      confirm={t('unasked.confirm')}
      grave
      onClose={onClose}
      onConfirm={() => setTool({ toolId: tool.id, needsApproval: false, acknowledged: true })}
    />
  );
}
