import { Button, Text, Title } from '@mantine/core';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { say } from '../lib/errors.ts';
import { StatusPage } from '../ui/page/StatusPage.tsx';
import { asError } from './failure.ts';

const titles: Record<number, string> = {
  400: '400 Bad Request',
  404: '404 Not Found',
  405: '405 Method Not Allowed',
};

/** Shown when the router itself fails, rather than a screen. */
export function RouteError() {
  const error = useRouteError();
  const title = isRouteErrorResponse(error) ? titles[error.status] : undefined;
  return (
    <StatusPage>
      <Title order={1}>{title ?? 'Unexpected Application Error'}</Title>
      {!title && (
        <Text c="dimmed" mt="xs">
          {isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : asError(error).message}
        </Text>
      )}
      <Button component="a" href="/" variant="default" mt="lg">
        {say('common:failure.home', 'Back to Home')}
      </Button>
    </StatusPage>
  );
}
