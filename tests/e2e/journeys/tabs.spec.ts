import { Conversation, slowly } from '../support/conversation.ts';
import { expect, test } from '../support/test.ts';

test('eight tabs of one browser are all live at once @full', async ({ page, context, freshChannel }) => {
  const chats = [new Conversation(page)];
  for (let tab = 2; tab <= 8; tab++) chats.push(new Conversation(await context.newPage()));
  await Promise.all(chats.map((chat) => chat.open(freshChannel.path)));
  const [first, ...others] = chats;
  await first?.send(`Count. ${slowly(100)}`);
  // Every tab sees the middle of the answer, not only its end.
  await Promise.all(others.map((chat) => chat.expectGrowing(/token1\d/)));
  await Promise.all(chats.map((chat) => chat.expectAnswer('token100')));
  // The last tab still reaches the server by ordinary calls.
  const last = others.at(-1);
  await last?.send('And you?');
  await Promise.all(chats.map((chat) => expect(chat.lastAnswer).toContainText('You said: And you?')));
});
