import { expect, it } from 'vitest';
import { toolNames } from '../../ai/tools/tools.ts';
import { defaultTools } from './assistant.service.ts';

it('gives new assistants only tools that exist', () => {
  expect(toolNames).toEqual(expect.arrayContaining(defaultTools));
});
