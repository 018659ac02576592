import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { DetailDrawer } from './admin/DetailDrawer.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

function Place({ onConfirm, onClose }: { onConfirm(): Promise<unknown>; onClose(): void }) {
  const [asking, setAsking] = useState(true);
  return (
    <DetailDrawer opened title="Details" onClose={onClose}>
      {asking && (
        <ConfirmDialog
          title="Archive it?"
          words="Nobody writes in it any more."
          confirm="Archive"
          tellsProblem
          onClose={() => setAsking(false)}
          onConfirm={onConfirm}
        />
      )}
    </DetailDrawer>
  );
}

const question = () => screen.queryByRole('dialog', { name: 'Archive it?' });
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });

it('closes on Escape, and the dialog below only on the next', async () => {
  const closeDetails = vi.fn();
  renderApp(<Place onConfirm={() => Promise.resolve()} onClose={closeDetails} />);
  await waitFor(() => expect(question()).not.toBeNull());
  pressEscape();
  await waitFor(() => expect(question()).toBeNull());
  expect(closeDetails).not.toHaveBeenCalled();
  await waitFor(() => {
    pressEscape();
    expect(closeDetails).toHaveBeenCalled();
  });
});

it('stays open after a failure, says why, and can be retried', async () => {
  const work = vi.fn().mockRejectedValueOnce(new Error('The server is away.')).mockResolvedValueOnce(null);
  renderApp(<Place onConfirm={work} onClose={() => {}} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Archive' }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(question()).toBeNull());
  expect(work).toHaveBeenCalledTimes(2);
});
