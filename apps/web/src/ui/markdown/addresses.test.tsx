import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { show } from '../../testing/markdown.tsx';

// Loads what opens on demand, so that no test waits for its compilation.
beforeAll(() => import('../address/LeaveDialog.tsx'));

/** Clicks, and waits for what loads then. @returns whether the browser would follow a link */
const click = (element: Element) => act(async () => fireEvent.click(element));

describe('addresses in Markdown', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
  ])('does not link to %s', async (href) => {
    const page = await show(`[click](${href})`);
    for (const link of page.querySelectorAll('a')) {
      expect(link.protocol).toMatch(/^https?:$/);
      expect(link.target).toBe('_blank');
    }
    expect(page.textContent).toContain('click');
  });

  it.each([
    '/api/user/logout',
    '/api/files/../user/logout',
    '/x/%2e%2e/api/user/logout',
    '/%61pi/user/logout',
    `${location.origin}/api/user/logout`,
  ])('does not link to the call %s', async (href) => {
    const page = await show(`[minutes](${href}) and <${new URL(href, location.origin).href}>`);
    expect(page.querySelector('a')).toBeNull();
    expect(page.textContent).toContain('minutes');
  });

  it('opens other sites in a tab without opener or referrer, and own pages in place', async () => {
    await show('[out](https://example.com/x) and [in](/s/a/c/b)');
    const out = screen.getByRole('link', { name: 'out' });
    expect(out.getAttribute('rel')).toContain('noopener');
    expect(out.getAttribute('rel')).toContain('noreferrer');
    expect(screen.getByRole('link', { name: 'in' }).getAttribute('target')).toBeNull();
  });

  it('shows the address behind a link’s words before it opens', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    await show('[report](https://ехample.com/?d=%E5%B7%A5) <https://example.com/a> https://example.com/b');
    for (const name of ['https://example.com/a', 'https://example.com/b']) {
      const seen = screen.getByRole('link', { name });
      seen.addEventListener('click', (event) => event.preventDefault());
      fireEvent.click(seen);
      expect(screen.queryByRole('dialog')).toBeNull();
    }
    expect(await click(screen.getByRole('link', { name: 'report' }))).toBe(false);
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain(`https://${new URL('https://ехample.com').host}/?d=%E5%B7%A5`);
    expect(dialog.textContent).toContain('/?d=工');
    expect(opened).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(opened).toHaveBeenCalledWith(
      expect.stringContaining('/?d=%E5%B7%A5'),
      '_blank',
      'noopener,noreferrer',
    );
  });

  it.each([
    'https://evil.example/&zwnj;&zwj;',
    'https://&#x440;aypal.com',
    'https://evil.example/<!--rent900-->',
  ])('shows the address first where the words only spell it: %s', async (address) => {
    const page = await show(`[${address}](${address})`);
    const link = page.querySelector('a');
    if (!link) throw new Error('there is no link');
    expect(await click(link)).toBe(false);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('does not link to an address with a name or password before its host', async () => {
    const page = await show('[a](https://bank.example@evil.example/) [b](https://:x@evil.example/)');
    expect(page.querySelector('a')).toBeNull();
  });

  it('loads an outside picture only after its whole address was shown', async () => {
    const page = await show('![chart](https://tracker.example/p.png?d=secret)');
    expect(page.querySelector('img')).toBeNull();
    await click(screen.getByRole('button', { name: /Load image from tracker.example/ }));
    expect(screen.getByRole('dialog').textContent).toContain('https://tracker.example/p.png?d=secret');
    expect(page.querySelector('img')).toBeNull();
    await click(screen.getByRole('button', { name: 'Load' }));
    expect(page.querySelector('img')?.getAttribute('src')).toBe('https://tracker.example/p.png?d=secret');
    expect(page.querySelector('img')?.referrerPolicy).toBe('no-referrer');
  });

  it('never makes a call of ours through a picture', async () => {
    const page = await show(
      [
        ...['/api/user/logout', '../api/user/logout', '/api/files/../user/logout', '/api/files/x/content'],
        ...[`${location.origin}/api/user/logout`, '/api/files/%2e%2e/user/logout'],
      ]
        .map((url) => `![x](${url})`)
        .join(' '),
    );
    expect(page.querySelector('img')).toBeNull();
  });
});
