import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pdfFiles } from './build/pdf-files.ts';
import { precompress } from './build/precompress.ts';

/** The server to which the development server proxies. */
const server = process.env.TANDEM_SERVER_URL ?? 'http://127.0.0.1:3000';

/**
 * Modules shared by screens: our own code, and the libraries that every screen uses. Large ones get their own
 * chunks.
 */
const SHARED =
  /(apps\/web\/src|packages\/shared|node_modules\/(@mantine|@tabler|@tanstack|zod|@trpc|react-router|i18next))/;

/**
 * What the sign-in page needs beyond the first bundle, and nearly every screen as well: left to itself it goes to
 * neighbours ten times its size, which that page would load along.
 */
const SIGN_IN = [
  /apps\/web\/src\/(lib\/(names|spelling|i18n\/choose-language)|ui\/(BoldNames|languages))\.tsx?$/,
  /packages\/shared\/src\/(access\/permissions|search\/(query|spelt|words)|(pagination|team|invitation|session)\/schema)\.ts$/,
  /@mantine\/core\/esm\/components\/(Anchor|CloseButton|Input|InputBase|TextInput)\//,
  /@mantine\/core\/esm\/core\/styles-api\/use-resolved/,
  /@mantine\/hooks\/esm\/(use-id|use-merged-ref|use-uncontrolled|utils\/random-id)/,
  /@tanstack\/query-core\/build\/modern\/queryObserver/,
  /@tanstack\/react-query\/build\/modern\/(IsRestoring|QueryErrorReset|errorBoundaryUtils|suspense\.|useBaseQuery|useQuery\.)/,
];

/** Modules that only dialogs and drawers need; no screen shows one at first. */
const DIALOGS =
  /(@mantine\/core\/esm\/components\/(Modal|ModalBase|Drawer)\/|node_modules\/(react-remove-scroll|react-remove-scroll-bar|use-sidecar|react-style-singleton|use-callback-ref|get-nonce)\/|apps\/web\/src\/ui\/(ConfirmDialog|form\/|focus\/use-topmost))/;

/** Modules that many parts share and the page's frame does not need, so that they are not loaded with it. */
const LATER =
  /@mantine\/core\/esm\/components\/(Combobox|FloatingIndicator|InlineInput|InputsGroup|NativeSelect|SegmentedControl)/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), pdfFiles(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // A data: URL would need a hole in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1024,
    rolldownOptions: {
      output: {
        // The bundler's default name of a shared chunk would list every screen.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // Dozens of tiny shared files load more slowly than few: what the same screens need goes together, and what
        // is smaller than a request costs goes to its neighbour.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 1 },
            {
              name: 'sign-in',
              test: (id) => SIGN_IN.some((each) => each.test(id)),
              priority: 1,
            },
            // Modules shared by so many parts compress far better as one file than as fifty.
            {
              name: 'common',
              test: (id) => SHARED.test(id) && !DIALOGS.test(id) && !LATER.test(id),
              minShareCount: 10,
              priority: 0.8,
            },
            { name: 'dialogs', test: DIALOGS, minShareCount: 2, priority: 0.6 },
            {
              name: 'shared',
              test: SHARED,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 400,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: server, ws: true },
      '/static/locales': { target: server },
    },
  },
});
