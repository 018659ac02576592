import { ActionIcon, Button, Menu, Switch } from '@mantine/core';
import { IconChevronRight, IconDots, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { McpServer } from '@tandem/shared/mcp/schema';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import classes from './Mcp.module.css';
import { refreshServer, updateServer } from './queries.ts';
import { RemoveServerDialog } from './RemoveServerDialog.tsx';
import { ServerDialog } from './ServerDialog.tsx';
import { ToolList } from './ToolList.tsx';

/** One server: its switch, when its tools were read, and the tools when expanded. */
export function ServerRow({ server, isFresh }: { server: McpServer; isFresh: boolean }) {
  const { t } = useTranslation('mcp');
  const id = useId();
  const [open, setOpen] = useState(isFresh);
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null);
  const [busy, setBusy] = useState<'refresh' | 'switch' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [told, setTold] = useState<string[]>([]);

  const refresh = useCallback(async () => {
    setBusy('refresh');
    setProblem(null);
    setTold([]);
    try {
      const { leftOut, changed } = await refreshServer(server.id);
      setTold([
        ...(changed.length > 0 ? [t('told.changed', { tools: changed.join(', ') })] : []),
        ...(leftOut > 0 ? [t('told.leftOut', { count: leftOut })] : []),
      ]);
      setOpen(true);
    } catch (error) {
      setProblem(describeError(error));
    }
    setBusy(null);
  }, [server.id, t]);

  const asked = useRef(false);
  useEffect(() => {
    if (!isFresh || asked.current) return;
    asked.current = true;
    void refresh();
  }, [isFresh, refresh]);

  async function enable(enabled: boolean) {
    setBusy('switch');
    setProblem(null);
    try {
      await updateServer({ serverId: server.id, enabled });
    } catch (error) {
      setProblem(describeError(error));
    }
    setBusy(null);
  }

  return (
    <li className={classes.server} data-off={!server.enabled || undefined}>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.opener}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <IconChevronRight className={classes.chevron} size={16} stroke={1.75} aria-hidden />
          <span className={classes.who}>
            <span className={classes.name}>{server.name}</span>
            <span className={classes.detail}>{hostOf(server.url)}</span>
            <span className={classes.detail}>
              <ServerState server={server} />
            </span>
          </span>
        </button>
        <div className={classes.controls}>
          <Button
            className={classes.wide}
            variant="default"
            size="xs"
            loading={busy === 'refresh'}
            leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
            aria-label={t('refreshLabel', { name: server.name })}
            onClick={() => void refresh()}
          >
            {t('refresh')}
          </Button>
          <Switch
            aria-label={t('enabled', { name: server.name })}
            checked={server.enabled}
            disabled={busy === 'switch'}
            onChange={(event) => void enable(event.currentTarget.checked)}
          />
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('more', { name: server.name })}
              >
                <IconDots size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
                onClick={() => void refresh()}
              >
                {t('refresh')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
                onClick={() => setDialog('edit')}
              >
                {t('edit')}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
                onClick={() => setDialog('remove')}
              >
                {t('remove')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      </div>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {told.map((words) => (
        <p key={words} className={classes.told} role="status">
          {words}
        </p>
      ))}
      <div id={id} hidden={!open}>
        {open && <ToolList server={server} />}
      </div>
      {dialog === 'edit' && (
        <ServerDialog server={server} onClose={() => setDialog(null)} onSaved={() => setDialog(null)} />
      )}
      {dialog === 'remove' && <RemoveServerDialog server={server} onClose={() => setDialog(null)} />}
    </li>
  );
}

function ServerState({ server }: { server: McpServer }) {
  const { t } = useTranslation('mcp');
  if (server.secret === null) return <span className={classes.bad}>{t('state.secret')}</span>;
  if (server.listedAt === null) return t('state.never');
  return (
    <>
      {t('state.tools', { count: server.toolCount, on: server.enabledCount })}
      {' · '}
      {t('state.read')} <RelativeTime date={server.listedAt} />
    </>
  );
}

/** The address without what everyone knows. */
function hostOf(url: string): string {
  return url.replace(/^https:\/\//, '');
}
