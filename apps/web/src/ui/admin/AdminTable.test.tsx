import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { AdminTable } from './AdminTable.tsx';

const query = {
  isPending: false,
  isPlaceholderData: false,
  error: null,
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  refetch: vi.fn(),
  fetchNextPage: vi.fn(),
};

it('has a name, and shows no empty message while there are rows', async () => {
  renderApp(
    <AdminTable
      label="Members"
      rows={[{ id: 1, name: 'Ada' }]}
      columns={[{ name: 'name', title: 'Name', sort: 'name' as const, render: ({ name }) => name }]}
      query={query}
      none="Nobody fits."
      order={{ sort: 'name', direction: 'asc' }}
      onOrder={vi.fn()}
      isQuiet={() => false}
    />,
  );
  expect(await screen.findByRole('table', { name: 'Members' })).toBeDefined();
  expect(screen.getByText('Ada')).toBeDefined();
  expect(screen.queryByText('No records')).toBeNull();
});
