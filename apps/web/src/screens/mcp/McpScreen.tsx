import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Button, Loader } from '@mantine/core';
import { IconPlug, IconPlus } from '@tabler/icons-react';
import type { McpServer } from '@tandem/shared/mcp/schema';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { describeError } from '../../lib/errors.ts';
import page from '../../ui/page/Page.module.css';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import classes from './Mcp.module.css';
import { useServers } from './queries.ts';
import { ServerDialog } from './ServerDialog.tsx';
import { ServerRow } from './ServerRow.tsx';

/** `/admin/mcp`: the servers of tools that this team's administrators allow, each with its tools. */
export default function McpScreen() {
  const { t } = useTranslation('mcp');
  return (
    <>
      <ScreenTitle title={t('title')} />
      <ConnectionNotice />
      <div className={page.page} data-narrow>
        <Servers />
      </div>
    </>
  );
}

function Servers() {
  const { t } = useTranslation('mcp');
  const id = useId();
  const { data, error, refetch } = useServers();
  const [adding, setAdding] = useState(false);
  /** A server that was just added: its tools are read and shown at once. */
  const [fresh, setFresh] = useState<McpServer | null>(null);
  const add = (
    <Button
      variant={data?.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      {t('add')}
    </Button>
  );
  return (
    <section aria-labelledby={id}>
      <header className={classes.head}>
        <div className={classes.headWords}>
          <h1 id={id} className={page.title}>
            {t('title')}
          </h1>
          <p className={page.words}>{t('words')}</p>
        </div>
        {data && data.length > 0 && add}
      </header>
      {error && (
        <p className={classes.failure} role="alert">
          {describeError(error)}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </p>
      )}
      {!data && !error && <Loader size="sm" mt="lg" aria-label={t('title')} />}
      {data?.length === 0 && (
        <div className={classes.empty}>
          <IconPlug size={28} stroke={1.5} aria-hidden />
          <p className={classes.emptyTitle}>{t('empty.title')}</p>
          <p className={classes.emptyWords}>{t('empty.words')}</p>
          {add}
        </div>
      )}
      {data && data.length > 0 && (
        <ul className={classes.list} aria-labelledby={id}>
          {data.map((server) => (
            <ServerRow key={server.id} server={server} isFresh={server.id === fresh?.id} />
          ))}
        </ul>
      )}
      {adding && (
        <ServerDialog
          onClose={() => setAdding(false)}
          onSaved={(server) => {
            setFresh(server);
            setAdding(false);
          }}
        />
      )}
    </section>
  );
}
