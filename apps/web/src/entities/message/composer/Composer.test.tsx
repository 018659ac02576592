import chat from '@tandem/shared/locales/en/chat.json';
import file from '@tandem/shared/locales/en/file.json';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import i18n from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../testing/render.tsx';
import { Composer, type ComposerProps } from './Composer.tsx';
import type { MentionSource } from './use-mentions.tsx';

i18n.addResourceBundle('en', 'chat', chat);
i18n.addResourceBundle('en', 'file', file);
afterEach(cleanup);

let count = 0;
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write here' });
const press = (key: string, more: object = {}) => fireEvent.keyDown(field(), { key, ...more });
const write = (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
  field().setSelectionRange(text.length, text.length);
  fireEvent.select(field());
};

/** A composer with its own draft. */
async function open(props: Partial<ComposerProps> = {}) {
  const given = {
    ...{ draftKey: `composer-${++count}`, placeholder: 'Write here', onStop: vi.fn(), onEditLast: vi.fn() },
    ...props,
    onSend: vi.fn<ComposerProps['onSend']>(props.onSend ?? (() => true)),
  };
  const { rerender, unmount } = renderApp(<Composer {...given} />);
  // The draft is read first.
  await act(async () => {});
  const change = (next: Partial<ComposerProps>) => rerender(<Composer {...given} {...next} />);
  return { ...given, change, unmount };
}
const sent = (text: string, steer = false) => [text, { steer, files: [] }];

describe('the keys of a composer', () => {
  it('Enter sends what is written and empties the field', async () => {
    const { onSend } = await open();
    write('  Hello ');
    press('Enter');
    expect(onSend.mock.calls).toEqual([sent('Hello')]);
    expect(field().value).toBe('');
    press('Enter');
    expect(onSend).toHaveBeenCalledTimes(1);
  });

  it('Shift+Enter and the Enter of an input method send nothing', async () => {
    const { onSend } = await open();
    write('One');
    expect(press('Enter', { shiftKey: true }), 'the line is left to the browser').toBe(true);
    press('Enter', { isComposing: true });
    press('Enter', { keyCode: 229 });
    expect(onSend).not.toHaveBeenCalled();
    expect(field().value).toBe('One');
  });

  it('Up edits the last message in an empty field alone', async () => {
    const { onEditLast } = await open();
    write('Words');
    press('ArrowUp');
    expect(onEditLast).not.toHaveBeenCalled();
    write('');
    press('ArrowUp');
    expect(onEditLast).toHaveBeenCalledTimes(1);
  });

  it('Esc and the button stop an answer, and only while one is written', async () => {
    const { onStop, change } = await open();
    press('Escape');
    expect(onStop).not.toHaveBeenCalled();
    change({ running: true });
    press('Escape');
    fireEvent.click(screen.getByRole('button', { name: chat.composer.stop }));
    expect(onStop).toHaveBeenCalledTimes(2);
    expect(document.activeElement).toBe(field());
  });

  it('Ctrl+Enter steers an answer, where Enter queues', async () => {
    const { onSend } = await open({ running: true });
    write('Later');
    expect(screen.getByRole('button', { name: chat.composer.queue })).toBeTruthy();
    press('Enter');
    write('Now');
    press('Enter', { ctrlKey: true });
    expect(onSend.mock.calls).toEqual([sent('Later'), sent('Now', true)]);
  });
});

describe('words that cannot be sent yet', () => {
  it('stay while the channel is loaded, and are sent once it is there', async () => {
    const { onSend, change } = await open({ loading: true });
    write('Sent early');
    press('Enter');
    expect(onSend).not.toHaveBeenCalled();
    expect(field().value).toBe('Sent early');
    change({ loading: false });
    await waitFor(() => expect(onSend.mock.calls).toEqual([sent('Sent early')]));
    expect(field().value).toBe('');
  });

  it('are sent nowhere else', async () => {
    const { onSend, change } = await open({ loading: true });
    write('Not sent');
    press('Enter');
    const elsewhere = `composer-${++count}`;
    change({ loading: true, draftKey: elsewhere });
    await act(async () => {});
    write('Unfinished');
    change({ loading: false, draftKey: elsewhere });
    await act(async () => {});
    expect(onSend).not.toHaveBeenCalled();
    expect(field().value).toBe('Unfinished');
  });

  it('stay where sending them failed', async () => {
    const { onSend } = await open({ onSend: vi.fn(() => Promise.resolve(false)) });
    write('Kept');
    press('Enter');
    await act(async () => {});
    expect(onSend).toHaveBeenCalledTimes(1);
    expect(field().value).toBe('Kept');
  });

  it('are a draft of their channel alone', async () => {
    const { draftKey, change, unmount } = await open();
    write('Half a thought');
    change({ draftKey: `composer-${++count}` });
    await act(async () => {});
    expect(field().value).toBe('');
    unmount();
    await open({ draftKey });
    expect(field().value).toBe('Half a thought');
  });
});

describe('naming somebody', () => {
  const candidates: MentionSource['candidates'] = [
    { type: 'user', id: 2, name: 'Cleo Mentioned', avatar: '' },
    { type: 'user', id: 3, name: 'Clemens', avatar: '' },
    { type: 'assistant', id: 'a', name: 'Assistant', avatar: '' },
  ];
  const named = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

  it('is offered after an @, and chosen by Tab and Enter', async () => {
    const onQuery = vi.fn();
    const { onSend } = await open({ mentions: { candidates, onQuery } });
    write('Ask @cle');
    expect(named()).toEqual([expect.stringContaining('Cleo'), expect.stringContaining('Clemens')]);
    expect(onQuery).toHaveBeenLastCalledWith('cle');
    press('ArrowDown');
    expect(field().getAttribute('aria-activedescendant')).toMatch(/-1$/);
    press('ArrowUp');
    press('Tab');
    expect(field().value).toBe('Ask @Cleo Mentioned ');
    expect(named()).toEqual([]);
    write('@ass');
    press('Enter');
    expect(field().value).toBe('@Assistant ');
    expect(onSend).not.toHaveBeenCalled();
  });

  it('ends with Esc, which stops no answer then', async () => {
    const { onStop } = await open({ mentions: { candidates, onQuery: vi.fn() }, running: true });
    write('Ask @cle');
    press('Escape');
    expect(named()).toEqual([]);
    expect(onStop).not.toHaveBeenCalled();
    write('Ask @cleo');
    expect(named(), 'it stays closed for this name').toEqual([]);
    press('Escape');
    expect(onStop).toHaveBeenCalledTimes(1);
  });
});
