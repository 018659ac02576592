import { errorCatalogue } from '@tandem/shared/error/catalogue';
import { expect } from 'vitest';
import { type Answer, isObject } from '../running/api.ts';

const statusOf = new Map<number, number>(
  Object.values(errorCatalogue).map(({ code, status }) => [code, status]),
);

/**
 * Checks that the response is a failure in the envelope: a catalogued code with its status, and a sentence.
 */
export function expectRefusal(answer: Answer, statuses?: readonly number[]): void {
  const seen = `${answer.status} ${answer.text.slice(0, 300)}`;
  if (statuses) expect(statuses, seen).toContain(answer.status);
  expect(answer.status === 512 || (answer.status >= 400 && answer.status < 500), seen).toBe(true);
  expect(answer.headers.get('content-type'), seen).toMatch(/^application\/json/);
  expect(isObject(answer.body) ? Object.keys(answer.body).sort() : answer.body, seen).toEqual([
    'code',
    'data',
    'msg',
  ]);
  expect(answer.data, seen).toBeNull();
  expect(statusOf.get(answer.code ?? 0), `code ${answer.code} is not in the catalogue: ${seen}`).toBe(
    answer.status,
  );
  expectSentence(answer.msg, seen);
}

/** Checks that the response is a success in the envelope. */
export function expectSuccess(answer: Answer): void {
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  expect(answer.body).toMatchObject({ code: 0, msg: '' });
  expect(answer.body).toHaveProperty('data');
}

/** Checks that the response is tRPC's error with our additions. */
export function expectProcedureRefusal(answer: Answer, statuses?: readonly number[]): void {
  const seen = `${answer.status} ${answer.text.slice(0, 300)}`;
  if (statuses) expect(statuses, seen).toContain(answer.status);
  expect(answer.status >= 400 && answer.status < 500, seen).toBe(true);
  const body = answer.body as { error?: { json?: { message?: string; data?: Record<string, unknown> } } };
  expect(body.error?.json?.data, seen).toMatchObject({
    httpStatus: answer.status,
    errorCode: expect.any(Number),
    key: expect.any(String),
  });
  expectSentence(body.error?.json?.message, seen);
}

function expectSentence(text: string | undefined, seen: string): void {
  // A reason from the validation library follows the sentence, without its own full stop.
  expect(text, seen).toMatch(/^\p{Lu}.*[.!?]($| .)/su);
  expect(text, seen).not.toMatch(/\{\{|(?<!received )undefined|\[object|at \S+:\d+:\d+/);
}
