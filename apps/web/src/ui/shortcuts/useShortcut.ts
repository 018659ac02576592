import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { isWriting, type Keys, matches } from './keys.ts';

/** A shortcut as the list on `?` shows it. */
export interface ShortcutEntry {
  keys: Keys;
  label: string;
}

interface ShortcutOptions extends ShortcutEntry {
  /** The action; absent for a shortcut that another part handles, which is only listed. */
  run?: (event: KeyboardEvent) => void;
  /** Whether it works while the person is writing; combinations with `mod` always do. */
  whileWriting?: boolean;
}

/** Keys of one part of the screen, which handles them itself; those of a row do the same, or opposite, things. */
export interface ShortcutGroup {
  title: string;
  rows: readonly { keys: readonly Keys[]; label: string }[];
}

/** The active shortcuts of the current screen. */
export const useShortcutList = create<{
  entries: readonly ShortcutEntry[];
  groups: readonly ShortcutGroup[];
}>()(() => ({ entries: [], groups: [] }));

/** Lists the keys of a part of the screen on `?` while the component is mounted. @param group stays the same object */
export function useShortcutGroup(group: ShortcutGroup): void {
  useEffect(() => {
    useShortcutList.setState(({ groups }) => ({ groups: [...groups, group] }));
    return () => {
      useShortcutList.setState(({ groups }) => ({ groups: groups.filter((other) => other !== group) }));
    };
  }, [group]);
}

/** Registers a shortcut while the component is mounted, and lists it on `?`. */
export function useShortcut({ keys, label, run, whileWriting = false }: ShortcutOptions): void {
  useEffect(() => {
    const entry = { keys, label };
    useShortcutList.setState(({ entries }) => ({ entries: [...entries, entry] }));
    return () => {
      useShortcutList.setState(({ entries }) => ({ entries: entries.filter((other) => other !== entry) }));
    };
  }, [keys, label]);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!run || event.defaultPrevented || event.isComposing || !matches(keys, event)) return;
    const isPlain = !keys.startsWith('mod+');
    if (isPlain && !whileWriting && isWriting(event.target)) return;
    event.preventDefault();
    run(event);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
