import { ActionIcon, Button, PasswordInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { McpServer } from '@tandem/shared/mcp/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import classes from './Mcp.module.css';
import { createServer, updateServer } from './queries.ts';

interface ServerDialogProps {
  /** Absent: a new one. */
  server?: McpServer;
  onClose(): void;
  onSaved(server: McpServer): void;
}

interface Header {
  key: number;
  name: string;
  value: string;
}

/**
 * Adds a server, or changes one. Its credentials are write-only; entering them again replaces all of them.
 */
export function ServerDialog({ server, onClose, onSaved }: ServerDialogProps) {
  const { t } = useTranslation('mcp');
  const [name, setName] = useState(server?.name ?? '');
  const [url, setUrl] = useState(server?.url ?? '');
  const stored = server?.secret && (server.secret.hasToken || server.secret.headerNames.length > 0);
  /** Whether the stored credentials stay. */
  const [keeps, setKeeps] = useState(Boolean(stored));
  const [token, setToken] = useState('');
  const [headers, setHeaders] = useState<Header[]>([]);
  const moves = server !== undefined && originOf(url) !== originOf(server.url);
  const kept = keeps && !moves;

  async function save() {
    const filled = headers.filter((header) => header.name.trim() !== '' || header.value !== '');
    const secret = {
      ...(token !== '' && { token }),
      headers: filled.map((header) => ({ name: header.name, value: header.value })),
    };
    const values = { name, url: withScheme(url), ...(!kept && { secret }) };
    onSaved(await (server ? updateServer({ serverId: server.id, ...values }) : createServer(values)));
  }

  const change = (key: number, over: Partial<Header>) =>
    setHeaders(headers.map((header) => (header.key === key ? { ...header, ...over } : header)));

  return (
    <FormDialog
      title={server ? t('form.edit', { name: server.name }) : t('form.add')}
      submit={t(server ? 'form.save' : 'form.create')}
      valid={name.trim() !== '' && url.trim() !== ''}
      onClose={onClose}
      onSubmit={save}
    >
      <TextInput
        label={t('form.name')}
        description={t('form.nameWords')}
        required
        data-autofocus
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('form.url')}
        description={t(moves ? 'form.urlMoves' : 'form.urlWords')}
        placeholder="https://tools.example.com/mcp"
        required
        inputMode="url"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      {kept ? (
        <div className={classes.kept}>
          <span>
            {t('form.kept', {
              what: [
                ...(server?.secret?.hasToken ? [t('form.token')] : []),
                ...(server?.secret?.headerNames ?? []),
              ].join(', '),
            })}
          </span>
          <Button variant="default" size="xs" onClick={() => setKeeps(false)}>
            {t('form.replace')}
          </Button>
        </div>
      ) : (
        <>
          <PasswordInput
            label={t('form.token')}
            description={t('form.tokenWords')}
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('form.show') }}
          />
          {headers.map((header) => (
            <div key={header.key} className={classes.header}>
              <TextInput
                aria-label={t('form.headerName')}
                placeholder={t('form.headerName')}
                value={header.name}
                onChange={(event) => change(header.key, { name: event.currentTarget.value })}
              />
              <PasswordInput
                aria-label={t('form.headerValue')}
                placeholder={t('form.headerValue')}
                autoComplete="off"
                value={header.value}
                onChange={(event) => change(header.key, { value: event.currentTarget.value })}
                visibilityToggleButtonProps={{ 'aria-label': t('form.show') }}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('form.removeHeader')}
                onClick={() => setHeaders(headers.filter(({ key }) => key !== header.key))}
              >
                <IconTrash size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </div>
          ))}
          <Button
            className={classes.addHeader}
            variant="subtle"
            color="gray"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
            onClick={() => setHeaders([...headers, { key: Date.now(), name: '', value: '' }])}
          >
            {t('form.addHeader')}
          </Button>
        </>
      )}
    </FormDialog>
  );
}

function originOf(url: string): string {
  return URL.parse(withScheme(url))?.origin ?? '';
}

/** People leave out what every address begins with. */
function withScheme(url: string): string {
  const text = url.trim();
  return text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
}
