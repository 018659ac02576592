import { TextInput } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { FormDialog } from './FormDialog.tsx';

const frame = { title: 'New place', submit: 'Create' };
const createButton = () => screen.findByRole('button', { name: 'Create' });

it('closes once it has been submitted', async () => {
  const calls: string[] = [];
  renderApp(
    <FormDialog
      {...frame}
      valid
      onClose={() => calls.push('close')}
      onSubmit={async () => void calls.push('submit')}
    >
      <TextInput label="Name" />
    </FormDialog>,
  );
  fireEvent.click(await createButton());
  await waitFor(() => expect(calls).toEqual(['submit', 'close']));
});

it('stays open after a failure, says why below the fields, and can be submitted again', async () => {
  const onClose = vi.fn();
  const onSubmit = vi
    .fn()
    .mockRejectedValueOnce(new Error('The server is away.'))
    .mockResolvedValueOnce(null);
  renderApp(
    <FormDialog {...frame} valid onClose={onClose} onSubmit={onSubmit}>
      <TextInput label="Name" />
    </FormDialog>,
  );
  fireEvent.click(await createButton());
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(await createButton());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('leaves the failure to fields that show it', async () => {
  renderApp(
    <FormDialog {...frame} valid onClose={() => {}} onSubmit={() => Promise.reject(new Error('Taken'))}>
      {(problem) => <TextInput label="Name" error={problem} />}
    </FormDialog>,
  );
  fireEvent.click(await createButton());
  await waitFor(() => expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('does not submit what is not valid, nor twice at once', async () => {
  const onSubmit = vi.fn(() => new Promise<void>(() => {}));
  const dialog = (valid: boolean) => (
    <FormDialog {...frame} valid={valid} onClose={() => {}} onSubmit={onSubmit}>
      <TextInput label="Name" />
    </FormDialog>
  );
  const { rerender } = renderApp(dialog(false));
  const form = (await screen.findByLabelText('Name')).closest('form') as HTMLFormElement;
  fireEvent.submit(form);
  expect(onSubmit).not.toHaveBeenCalled();
  rerender(dialog(true));
  fireEvent.submit(form);
  fireEvent.submit(form);
  expect(onSubmit).toHaveBeenCalledOnce();
});
