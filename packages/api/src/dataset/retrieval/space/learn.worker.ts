import { serveWorker } from '../../../core/worker/serve.ts';
import { type LearnedSpace, learnSpace } from './learn.ts';
import type { LearnTask } from './learn-space.ts';

serveWorker<LearnTask, LearnedSpace>(({ file, passages }) => learnSpace(file, passages));
