import { describe, expect, it } from 'vitest';
import { ToolDefect, ToolError } from '../../ai/tools/types.ts';
import { AppError } from '../../core/errors.ts';
import { isStoreAway, outlasting, StoreFailure } from './kept-trying.ts';

const away = Object.assign(new Error('terminating connection'), { code: '57P01' });

describe('an outage of the database', () => {
  it.each([
    ['a lost connection', away, true],
    ['a tool that stands on it', new ToolDefect('The tool failed.', away), true],
    ['what could not be stored for long', new StoreFailure(away), true],
    ['what could not be stored at all', new StoreFailure(new Error('a defect')), false],
    ['a defect of a tool', new ToolDefect('The tool failed.', new Error('a defect')), false],
    ['a page that is not there', new ToolError('The page cannot be reached.', away), false],
    ['a sandbox that does not start', new AppError('unavailable'), false],
  ])('is told from other failures: %s', (_what, error, isAway) => {
    expect(isStoreAway(error)).toBe(isAway);
  });

  it('is waited for', async () => {
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries === 1) throw new ToolDefect('The tool failed.', away);
      return 'done';
    };
    expect(await outlasting(work)).toBe('done');
    expect(tries).toBe(2);
  });

  it('is not waited for by what was ended meanwhile', async () => {
    const ended = AbortSignal.abort(new Error('the turn ended'));
    await expect(outlasting(() => Promise.reject(away), ended)).rejects.toThrow('the turn ended');
  });
});

it('any other failure passes at once as it is', async () => {
  const failure = new ToolError('The file does not exist.');
  let tries = 0;
  const work = () => {
    tries += 1;
    return Promise.reject(failure);
  };
  await expect(outlasting(work)).rejects.toBe(failure);
  expect(tries).toBe(1);
});
