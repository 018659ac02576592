import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { DetailDrawer } from './DetailDrawer.tsx';

/** A list with one row, which an action in the drawer removes. */
function List() {
  const [opened, setOpened] = useState(false);
  const [gone, setGone] = useState(false);
  return (
    <>
      <main tabIndex={-1}>
        {!gone && (
          <button type="button" onClick={() => setOpened(true)}>
            Row
          </button>
        )}
      </main>
      <DetailDrawer opened={opened} title="Row" onClose={() => setOpened(false)}>
        {!gone && (
          <button type="button" onClick={() => setGone(true)}>
            Take away
          </button>
        )}
      </DetailDrawer>
    </>
  );
}

it('keeps the focus when the pressed button goes, and moves it to the list when the row is gone', async () => {
  renderApp(<List />);
  const row = screen.getByRole('button', { name: 'Row' });
  row.focus();
  fireEvent.click(row);
  const away = await screen.findByRole('button', { name: 'Take away' });
  away.focus();
  fireEvent.click(away);
  const details = screen.getByRole('dialog', { name: 'Row' });
  await waitFor(() => expect(document.activeElement).toBe(details));
  fireEvent.keyDown(details, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'));
});
