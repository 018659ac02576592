/** Calls that store nothing that others read, with what they do. The right they began with suffices. */
export const unguarded: Record<string, string> = {
  'channel.markRead': 'notes how far the actor has read, which nobody else sees; called with every message',
  'channel.markUnread': 'the same',
  'channel.pin': 'sorts the actor’s own sidebar, which shows only what they may see',
  'channel.typing': 'stores nothing',
  'source.readPlace': 'stores nothing',
  'provider.refresh': 'asks a provider, which does not answer here; the list it would store is checked',
  'provider.test': 'asks a provider and stores nothing',
  'setting.testMail': 'mails the actor, and the log tells of every mail that went out',
  'suggestion.accept': 'answers blocks; what it keeps is judged where documents change',
  'version.restore': 'judged where documents change; the sample restores what is there already',
};

/** Calls that refuse the sample input by themselves before they would commit, with the reason. */
export const ownRefusals: Record<string, string> = {
  'retrieval.exclude': 'names a passage, and the sample names none',
  'overview.make': 'the text of the sample was not read',
  'assistant.compare': 'streams, and is no JSON call',
  'assistant.try': 'streams, and is no JSON call',
  'document.import': 'no file of that id was uploaded',
  'mcp.refresh': 'no server of tools answers',
  'message.decideTool': 'no call waits',
  'message.editQueued': 'no message waits',
  'message.removeQueued': 'no message waits',
  'suggestion.ask': 'no model is there to write',
};
