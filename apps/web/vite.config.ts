import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

/** The server that the development server stands before. */
const server = process.env.TANDEM_SERVER_URL ?? 'http://127.0.0.1:3000';

/** What screens share: our own code, and the libraries every screen is made of. Large ones stay by themselves. */
const SHARED =
  /(apps\/web\/src|packages\/shared|node_modules\/(@mantine|@tabler|@tanstack|zod|@trpc|react-router|i18next))/;

/**
 * Small files that nearly every screen needs, the sign-in page too: left to themselves they go to neighbours ten times
 * their size.
 */
const SMALL =
  /(apps\/web\/src\/lib\/(names|spelling)|packages\/shared\/src\/(access\/permissions|search\/(query|spelt|words)))\.ts$/;

function standIn(name: string): string {
  return path.join(import.meta.dirname, `src/ui/markdown/stand-ins/${name}.ts`);
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  resolve: {
    // What streamdown imports but our Markdown never uses.
    alias: {
      'rehype-raw': standIn('rehype-raw'),
      'tailwind-merge': standIn('tailwind-merge'),
    },
  },
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
        // Of a shared file the bundler's own name would list every screen.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // Dozens of tiny shared files load more slowly than few: what the same screens need goes together, and what
        // is smaller than a request costs goes to its neighbour.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 1 },
            { name: 'small', test: SMALL, priority: 1 },
            {
              name: 'shared',
              test: SHARED,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1_500,
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
