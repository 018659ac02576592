import { parentPort } from 'node:worker_threads';
import type { Ranked } from '../../rank.ts';
import type { FromRanker, RankAnswer, RankerQuestion, ToRanker } from '../messages.ts';
import { HeldDataset } from './held.ts';
import { match } from './match.ts';
import { rank } from './rank.ts';
import { Scopes } from './scopes.ts';
import { buildSegment } from './segment.ts';

const port = parentPort;
if (!port) throw new Error('this module is started as a thread');
const tell = (message: FromRanker) => port.postMessage(message);

const datasets = new Map<string, HeldDataset>();
const scopes = new Scopes();

function holding(datasetId: string): HeldDataset {
  const known = datasets.get(datasetId) ?? new HeldDataset();
  datasets.set(datasetId, known);
  return known;
}

port.on('message', (message: ToRanker) => {
  switch (message.type) {
    case 'index':
      holding(message.datasetId).add(buildSegment(message.pieces, message.postings));
      break;
    case 'space':
      holding(message.datasetId).space = { rank: message.rank, placed: new Map() };
      break;
    case 'placed': {
      const { buffer, byteOffset, byteLength } = message.vectors;
      const vectors = new Int8Array(buffer, byteOffset, byteLength);
      holding(message.datasetId).space?.placed.set(message.extractionId, vectors);
      break;
    }
    case 'drop':
      datasets.delete(message.datasetId);
      scopes.forget();
      break;
    default:
      try {
        tell({ type: 'answered', id: message.id, answer: answer(message) });
      } catch (error) {
        tell({ type: 'failed', id: message.id, message: String(error).slice(0, 500) });
      }
  }
});

function answer(question: RankerQuestion): RankAnswer | Ranked[] {
  return question.type === 'rank'
    ? rank(datasets, scopes, question.request)
    : match(datasets, scopes, question.request);
}
