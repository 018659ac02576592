import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { limitAnswerTime } from './answerTimeout.ts';

it.each(['returns', 'sends'])('answers once when a handler %s its answer too late', async (how) => {
  let logged = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  const app = Fastify({ logger: { level: 'warn', stream } });
  const late = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  limitAnswerTime(app, 50, 50);
  app.get('/', async (_request, reply) => {
    await late.promise;
    setImmediate(ended.resolve);
    return how === 'sends' ? reply.send({ late: true }) : { late: true };
  });
  const answer = await app.inject('/');
  late.resolve();
  await ended.promise;
  await app.close();
  expect(answer.statusCode).toBe(503);
  expect(logged).toContain('no answer in time');
  expect(logged).not.toContain('FST_ERR');
});
