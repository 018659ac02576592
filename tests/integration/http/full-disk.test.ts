import { expect, it } from 'vitest';
import { openConversation, useOwnTalkingServer } from '../message/conversation.ts';

const server = useOwnTalkingServer();

it('an upload is refused with a reason when the disk is full', async () => {
  const { storage } = server.platform;
  const { put } = storage;
  const talk = await openConversation(server);
  const causes: unknown[] = [];
  storage.put = async () => {
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    causes.push(error);
    throw error;
  };
  try {
    const form = new FormData();
    form.set('file', new Blob(['words']), 'words.txt');
    const answer = await talk.api.call('POST', '/api/files/upload', { raw: form });
    expect({ status: answer.status, code: answer.code, msg: answer.msg }).toEqual({
      status: 512,
      code: 51230,
      msg: 'The server has run out of storage. Ask an administrator to free some up.',
    });
    expect(causes).toHaveLength(1);
  } finally {
    storage.put = put;
    talk.close();
  }
});
