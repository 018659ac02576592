import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { createRouter } from './app/router.tsx';
import { start } from './app/start.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');

const router = createRouter();
start(router);
createRoot(root).render(<App router={router} />);
