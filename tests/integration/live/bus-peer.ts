import { notifyBus } from '@tandem/api/core/live/notify-bus';
import type { Logger } from '@tandem/api/core/log';

/** The other process of a bus test: answers each question with its length. */
const log: Logger = { error() {}, warn() {}, info() {}, debug() {}, child: () => log };
const bus = await notifyBus(process.argv[2] ?? '', log);
bus.subscribe('question', ({ text }) => bus.publish('answer', { type: 'a', length: String(text).length }));
process.send?.('ready');
