import { Button, Group, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportUnreachable, useConnection } from '../entities/live/connection.ts';
import { ChunkLoadError } from '../lib/chunk.ts';
import { say } from '../lib/errors.ts';
import { isWorkHeld } from '../lib/held-work.ts';
import { StatusPage } from '../ui/page/StatusPage.tsx';
import classes from './ErrorScreen.module.css';
import { reportFailure } from './report.ts';

interface ErrorScreenProps {
  error: Error;
  /** Mounts again what failed. */
  onRetry: () => void;
}

/** Replaces a part that failed. Its text does not depend on the language files. */
export function ErrorScreen({ error, onRetry }: ErrorScreenProps) {
  const [unreported, setUnreported] = useState(false);
  const isAway = unreported && error instanceof ChunkLoadError;
  const returns = useConnection((state) => state.returns);
  const [returnsBefore] = useState(returns);
  // Says it again in the reader's language once its words are there: a part may fail before they come.
  useTranslation('common', { useSuspense: false });
  useEffect(() => {
    let current = true;
    void reportFailure(error).then((known) => {
      if (current) setUnreported(!known);
    });
    return () => {
      current = false;
    };
  }, [error]);

  useEffect(() => {
    if (isAway) reportUnreachable();
  }, [isAway]);

  // What else was asked for meanwhile, such as styles and words, would stay missing without a reload.
  const retry = isAway ? () => location.reload() : onRetry;
  const isBack = isAway && returns !== returnsBefore;
  const isHeld = useHeldWork(isAway);
  useEffect(() => {
    // A person decides over work that a reload would lose.
    if (isBack && !isHeld && !isWorkHeld()) location.reload();
  }, [isBack, isHeld]);

  return (
    <StatusPage>
      <Title order={1}>{say('common:failure.title', 'Something Went Wrong')}</Title>
      <Text c="dimmed" mt="xs">
        {explain(error, unreported, isHeld)}
      </Text>
      <Group gap="xs" mt="lg" justify="center">
        <Button onClick={retry}>{say('common:failure.retry', 'Retry')}</Button>
        {/* A plain link reloads the page, which is safest after a failure. */}
        <Button component="a" href="/" variant="default">
          {say('common:failure.home', 'Back to Home')}
        </Button>
      </Group>
      <details className={classes.details}>
        <summary>{say('common:failure.details', 'View Technical Details')}</summary>
        <pre className={classes.message}>{error.message || error.name}</pre>
      </details>
    </StatusPage>
  );
}

/** How often it is asked whether work is still held, in milliseconds: what holds it tells nobody when it is stored. */
const ASK_EVERY_MS = 1_000;

/** Whether a reload would lose work; asked again and again while that decides what happens. */
function useHeldWork(isWatched: boolean): boolean {
  const [isHeld, setHeld] = useState(isWorkHeld);
  useEffect(() => {
    if (!isWatched) return;
    setHeld(isWorkHeld());
    const timer = setInterval(() => setHeld(isWorkHeld()), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWatched]);
  return isHeld;
}

function explain(error: Error, unreported: boolean, isHeld: boolean): string {
  if (unreported && error instanceof ChunkLoadError && isHeld) {
    return say(
      'common:failure.awayHeld',
      'The server is not responding, so part of the app could not be loaded. Some of your work is not stored yet, and Retry reloads the page.',
    );
  }
  if (unreported && error instanceof ChunkLoadError) {
    return say(
      'common:failure.away',
      'The server is not responding, so part of the app could not be loaded. It opens as soon as the server can be reached.',
    );
  }
  if (unreported) {
    return say(
      'common:failure.unreported',
      'This part of the page failed, and the team could not be notified because the server is not responding.',
    );
  }
  if (error instanceof ChunkLoadError) {
    return say(
      'common:failure.chunk',
      'Part of the app could not be loaded. The team has been notified. Retry, or reload the page if the app was just updated.',
    );
  }
  return say('common:failure.notified', 'This part of the page failed. The team has been notified.');
}
