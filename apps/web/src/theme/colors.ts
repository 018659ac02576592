import type { MantineColorsTuple } from '@mantine/core';

/** The one accent: a deep blue-teal. Shade 7 carries white text in light, 8 in dark. */
export const teal: MantineColorsTuple = [
  '#eff7f8',
  '#dcedf0',
  '#b9dbe2',
  '#8fc5d0',
  '#62abba',
  '#3b90a2',
  '#217889',
  '#156375',
  '#135a6b',
  '#0d4250',
];

/** Greys with a hint of warmth, for light. */
export const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f3f0',
  '#ebe9e5',
  '#dedbd6',
  '#c8c4bd',
  '#a8a39b',
  '#807b74',
  '#625e58',
  '#403d39',
  '#262422',
];

/** The same greys for dark: text first, deepest ground last; shade 7 is the page. */
export const dark: MantineColorsTuple = [
  '#e6e3de',
  '#b8b4ad',
  '#9a968f',
  '#6e6a64',
  '#4a4742',
  '#393632',
  '#2b2926',
  '#1c1b19',
  '#161513',
  '#0f0e0d',
];

export const red: MantineColorsTuple = [
  '#fdf1ef',
  '#fae0db',
  '#f3c0b7',
  '#ea9a8d',
  '#e07464',
  '#d45543',
  '#c13f2d',
  '#a83324',
  '#922b1e',
  '#6e2117',
];
