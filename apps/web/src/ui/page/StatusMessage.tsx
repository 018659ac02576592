import { Button, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ScreenTitle } from './ScreenTitle.tsx';
import { StatusPage } from './StatusPage.tsx';

interface StatusMessageProps {
  title: string;
  words: ReactNode;
  /** Where to go from here, and what that is called. */
  way: { to: string; label: string };
  /** Whether the way is the one that is expected to be taken. */
  main?: boolean;
}

/** Says in place of a screen why it is not shown, and where to go instead. */
export function StatusMessage({ title, words, way: { to, label }, main = false }: StatusMessageProps) {
  return (
    <StatusPage>
      <ScreenTitle title={title} />
      <Title order={1}>{title}</Title>
      <Text c="dimmed" mt="xs">
        {words}
      </Text>
      <Button component={Link} to={to} variant={main ? 'filled' : 'default'} mt="lg">
        {label}
      </Button>
    </StatusPage>
  );
}
