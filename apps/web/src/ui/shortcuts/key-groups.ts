/**
 * Keys that the composer and the tree handle themselves, for the list on `?`. `label` is a sentence below
 * `common:shortcut`; combinations in one row do the same, or opposite, things.
 */
export const keyGroups = [
  {
    group: 'writing',
    rows: [
      { keys: ['Enter'], label: 'send' },
      { keys: ['shift+Enter'], label: 'line' },
      { keys: ['mod+Enter'], label: 'sendNow' },
      { keys: ['Escape'], label: 'stop' },
      { keys: ['ArrowUp'], label: 'editLast' },
    ],
  },
  {
    group: 'channels',
    rows: [
      { keys: ['Enter'], label: 'open' },
      { keys: ['shift+F10'], label: 'menu' },
      { keys: ['F2'], label: 'rename' },
      { keys: ['Delete'], label: 'remove' },
      { keys: ['alt+ArrowUp', 'alt+ArrowDown'], label: 'order' },
      { keys: ['alt+ArrowRight', 'alt+ArrowLeft'], label: 'nest' },
    ],
  },
] as const;
