import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { createElement } from 'react';
import { dark, gray, red, teal } from './colors.ts';

/** Chinese and Japanese fall through to the system's own faces. */
const sans =
  "'Inter Variable', -apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Hiragino Sans', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/** Longest motion, in milliseconds. */
const MOTION_MS = 120;
const fade = { transition: 'fade', duration: MOTION_MS } as const;

/**
 * Defaults of a component by name. Importing the components, as Mantine's `extend` would, puts all of them
 * into the first load.
 */
function component(options: { defaultProps: Record<string, unknown> }) {
  return options;
}

/** Mantine made ours: quiet, precise, quick. 14 px for the interface, 16 px for reading. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 8 },
  colors: { teal, gray, dark, red },
  black: '#1f1d1b',
  fontFamily: sans,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.6', lg: '1.6', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontFamily: sans,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.25rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  shadows: {
    xs: '0 1px 1px rgb(31 29 27 / 0.04)',
    sm: '0 1px 3px rgb(31 29 27 / 0.06)',
    md: '0 4px 16px -2px rgb(31 29 27 / 0.1), 0 1px 3px rgb(31 29 27 / 0.06)',
    lg: '0 12px 32px -4px rgb(31 29 27 / 0.14), 0 2px 6px rgb(31 29 27 / 0.06)',
    xl: '0 24px 64px -8px rgb(31 29 27 / 0.22)',
  },
  components: {
    Text: component({ defaultProps: { size: 'sm' } }),
    Button: component({ defaultProps: { size: 'sm' } }),
    ActionIcon: component({ defaultProps: { variant: 'subtle', color: 'gray', size: 28, radius: 'sm' } }),
    TextInput: component({ defaultProps: { size: 'sm' } }),
    NativeSelect: component({
      // The default one takes its size from styles of lists that most screens do not load.
      defaultProps: {
        rightSection: createElement(IconChevronDown, { size: 14, stroke: 1.75, 'aria-hidden': true }),
      },
    }),
    Switch: component({ defaultProps: { withThumbIndicator: false } }),
    PinInput: component({ defaultProps: { size: 'lg', gap: 'xs' } }),
    Tooltip: component({
      defaultProps: { openDelay: 400, withArrow: false, radius: 'sm', transitionProps: fade, offset: 6 },
    }),
    Menu: component({
      defaultProps: {
        shadow: 'md',
        transitionProps: fade,
        offset: 4,
        radius: 'md',
        // A menu may hold only items; the first one takes the focus.
        withInitialFocusPlaceholder: false,
        // If there is no space above or below, the menu covers its button rather than leaving the window.
        middlewares: { flip: true, shift: { crossAxis: true }, inline: false },
        checkIcon: createElement(IconCheck, { size: 16, stroke: 2, 'aria-hidden': true }),
      },
    }),
    Popover: component({ defaultProps: { shadow: 'md', transitionProps: fade, offset: 4 } }),
    Modal: component({
      defaultProps: {
        centered: true,
        radius: 'lg',
        shadow: 'xl',
        transitionProps: fade,
        overlayProps: { backgroundOpacity: 0.32 },
      },
    }),
    Drawer: component({
      defaultProps: {
        transitionProps: { transition: 'slide-right', duration: MOTION_MS },
        overlayProps: { backgroundOpacity: 0.32, transitionProps: fade },
      },
    }),
    ScrollArea: component({ defaultProps: { type: 'hover', scrollbarSize: 8 } }),
  },
});

/** Colours by their purpose; every screen uses these, never a number of a palette. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--reading-width': '46rem',
    '--sidebar-width': '16.5rem',
    '--header-height': '3rem',
    '--motion': `${MOTION_MS}ms`,
  },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1f1d1b',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': '#6f6a63',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-default-hover': 'var(--mantine-color-gray-1)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-anchor': 'var(--mantine-color-teal-7)',
    '--surface-sidebar': 'var(--mantine-color-gray-0)',
    '--surface-raised': '#ffffff',
    '--surface-sunken': 'var(--mantine-color-gray-1)',
    '--surface-bubble': 'var(--mantine-color-gray-1)',
    '--surface-hover': 'rgb(64 58 50 / 0.055)',
    '--surface-selected': 'rgb(64 58 50 / 0.09)',
    '--surface-accent': 'var(--mantine-color-teal-0)',
    '--hairline': 'rgb(64 58 50 / 0.13)',
    '--edge-shadow': 'rgb(64 58 50 / 0.16)',
    '--text-faint': '#6f6a63',
    '--text-accent': 'var(--mantine-color-teal-7)',
    '--chart-main': 'var(--mantine-color-teal-6)',
  },
  dark: {
    '--mantine-color-body': 'var(--mantine-color-dark-7)',
    '--mantine-color-text': 'var(--mantine-color-dark-0)',
    '--mantine-color-dimmed': '#a5a19a',
    '--mantine-color-placeholder': '#928e87',
    '--mantine-color-default': 'var(--mantine-color-dark-6)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-5)',
    '--mantine-color-default-hover': '#322f2c',
    '--mantine-color-error': '#ee8c7d',
    '--mantine-color-anchor': 'var(--mantine-color-teal-3)',
    '--mantine-primary-color-filled-hover': '#186b7e',
    '--surface-sidebar': 'var(--mantine-color-dark-8)',
    '--surface-raised': '#242220',
    '--surface-sunken': '#242220',
    '--surface-bubble': '#2f2c29',
    '--surface-hover': 'rgb(255 248 236 / 0.055)',
    '--surface-selected': 'rgb(255 248 236 / 0.1)',
    '--surface-accent': 'rgb(59 144 162 / 0.14)',
    '--hairline': 'rgb(255 248 236 / 0.1)',
    '--edge-shadow': 'rgb(0 0 0 / 0.55)',
    '--text-faint': '#928e87',
    '--text-accent': 'var(--mantine-color-teal-3)',
    '--chart-main': 'var(--mantine-color-teal-4)',
  },
});
