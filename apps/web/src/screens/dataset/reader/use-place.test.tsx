import { placeHash } from '@tandem/shared/dataset/place';
import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { usePageTarget } from './use-place.ts';

const id = '0b6e9d2c-6f0a-4c53-9f0e-6a1b2c3d4e5f';
const link = `/?source=${id}${placeHash({ sourceId: id, page: 3, from: 0, to: 5 })}`;

it('a link that is followed again leads there again, but reading on does not', async () => {
  let shown: ReturnType<typeof usePageTarget> | undefined;
  function Reader() {
    shown = usePageTarget({ id, hash: 'h' });
    return null;
  }
  const router = createMemoryRouter([{ path: '/', element: <Reader /> }], { initialEntries: [link] });
  render(<RouterProvider router={router} />);
  const first = shown?.target;
  expect(first).toMatchObject({ page: 3 });
  await act(async () => shown?.onPage(3));
  expect(router.state.location.search).toContain('page=3');
  expect(shown?.target).toBe(first);
  await act(async () => void (await router.navigate(link)));
  expect(shown?.target).toEqual(first);
  expect(shown?.target).not.toBe(first);
});
