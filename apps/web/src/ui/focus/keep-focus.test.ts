import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFocus } from './keep-focus.ts';

describe('keepFocus', () => {
  let stop: () => void;
  const get = (id: string) => document.getElementById(id) as HTMLElement;
  const lands = (id: string) => vi.waitFor(() => expect(document.activeElement?.id).toBe(id));

  beforeEach(() => {
    document.body.innerHTML =
      '<button id="opener"></button><main id="content">' +
      '<div id="list" tabindex="0"><button id="row"></button></div><button id="once"></button></main>';
    stop = keepFocus();
  });
  afterEach(() => stop());

  it('moves the focus next to a removed row', async () => {
    get('row').focus();
    get('row').remove();
    await lands('list');
  });

  it('returns the focus to the opener of a dialog', async () => {
    get('opener').focus();
    document.body.insertAdjacentHTML('beforeend', '<div id="dialog"><button id="inside"></button></div>');
    get('inside').focus();
    get('dialog').remove();
    await lands('opener');
  });

  it('moves the focus to the content where nothing else had it', async () => {
    get('once').focus();
    get('once').remove();
    await lands('content');
  });

  it('keeps the focus in a dialog that is still open', async () => {
    get('opener').focus();
    document.body.insertAdjacentHTML(
      'beforeend',
      '<div id="dialog" role="dialog" aria-modal="true"><button id="inside"></button></div>',
    );
    get('inside').focus();
    get('inside').remove();
    await lands('dialog');
  });

  it('returns the focus to an element that was away briefly', async () => {
    const once = get('once');
    once.focus();
    once.remove();
    await Promise.resolve();
    get('content').append(once);
    await lands('once');
  });

  it('keeps the focus when the focused part of a drawing goes away', async () => {
    const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    drawing.tabIndex = 0;
    get('content').append(drawing);
    get('row').focus();
    drawing.focus();
    expect(document.activeElement).toBe(drawing);
    drawing.remove();
    await lands('row');
  });

  it('leaves the focus where somebody clicked an empty area', async () => {
    get('row').focus();
    get('row').blur();
    get('once').remove();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(document.activeElement).toBe(document.body);
  });
});
