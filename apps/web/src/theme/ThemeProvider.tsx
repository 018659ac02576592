import './layers.css';
import './mantine.ts';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/inter/wght-italic.css';
import './global.css';
import { MantineProvider, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { applyRootClass, createColorSchemeManager } from './color-scheme.ts';
import { cssVariablesResolver, theme } from './theme.ts';

const colorSchemeManager = createColorSchemeManager();

/** The look of everything inside it. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={cssVariablesResolver}
    >
      <RootClass />
      {children}
    </MantineProvider>
  );
}

function RootClass() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  useLayoutEffect(() => applyRootClass(scheme), [scheme]);
  return null;
}
