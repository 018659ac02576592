import { afterEach, expect, it, vi } from 'vitest';
import { followLink, mayLink } from './links.tsx';

afterEach(() => vi.restoreAllMocks());

function click(href: string): ReturnType<typeof vi.spyOn> {
  const open = vi.spyOn(window, 'open').mockImplementation(() => null);
  const link = document.createElement('a');
  link.setAttribute('href', href);
  const words = link.appendChild(document.createElement('strong'));
  link.addEventListener('click', followLink);
  words.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  return open;
}

it.each(['/api/user/logout', '/api/files/../user/logout', `${location.origin}/api/user/logout`])(
  'a stored link to the call %s is drawn without its address',
  (href) => {
    expect(mayLink(href)).toBe(false);
  },
);

it('a link without an address opens nothing', () => {
  expect(click('')).not.toHaveBeenCalled();
});

it('any other link opens in a tab that knows nothing of us', () => {
  expect(mayLink('https://example.com/')).toBe(true);
  expect(click('https://example.com/')).toHaveBeenCalledWith('https://example.com/', '_blank', 'noopener');
});
