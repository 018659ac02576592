import type { Bilingual } from './language.ts';
import { teamTopics } from './topics.team.ts';

/** Something about the product that people ask, and what to say. */
export interface Topic {
  id: string;
  /** Any of them in a question means that it is about this. Order of the list settles ties. */
  asked: RegExp[];
  answer: Bilingual;
}

export const topics: Topic[] = [
  {
    id: 'shortcuts',
    asked: [/\bshortcuts?\b|\bhotkeys?\b|\bkey ?bindings?\b|\bkeyboard\b/i, /快捷键|键盘/],
    answer: {
      en: `**Keyboard shortcuts**

| Key | Does |
| --- | --- |
| Enter | sends the message |
| Shift + Enter | begins a new line |
| Esc | stops the answer that is being written |
| ↑ in an empty composer | edits your last message |
| ⌘ \\ or Ctrl + \\ | shows or hides the sidebar |
| F8 | goes to the notifications |
| ? | lists the shortcuts of the screen you are on |

Everything can be reached with Tab, too.`,
      'zh-CN': `**键盘快捷键**

| 按键 | 作用 |
| --- | --- |
| Enter | 发送消息 |
| Shift + Enter | 换行 |
| Esc | 停止正在生成的回答 |
| 输入框为空时按 ↑ | 编辑您的上一条消息 |
| ⌘ \\ 或 Ctrl + \\ | 显示或隐藏侧边栏 |
| F8 | 定位到通知 |
| ? | 列出当前页面的快捷键 |

所有操作也都可以用 Tab 键到达。`,
    },
  },
  {
    id: 'provider',
    asked: [
      /\b(?:api[ _-]?)?keys?\b|\bproviders?\b|\bopenai\b|\banthropic\b|\bclaude\b|\bgemini\b|\bollama\b|\bopenrouter\b|\bdeepseek\b|\bvllm\b|\blm studio\b|\bbase[ _]url\b/i,
      /\b(?:real|better|other|another|proper|actual|local|language|large) (?:language |ai )?models?\b|\b(?:add|connect|use|set ?up|configure|install)\b.{0,30}\bmodels?\b|\bchatgpt\b|\bllms?\b/i,
      /密钥|服务商|供应商|接入|大模型|语言模型|本地模型|真正的模型|(?:添加|连接|配置|增加|使用).{0,8}模型/,
    ],
    answer: {
      en: `**Connecting a language model**

An administrator does it under **Administration → Models**: add a provider, paste its API key, and choose which models people can use. Nothing has to be restarted. Ollama, vLLM and anything else that speaks OpenAI's protocol work by their address; for one in your own network, the operator names it in \`PROVIDER_PRIVATE_HOSTS\` first.

An operator can set up the same in the server's environment, or in the file \`.env\`:

\`\`\`sh
OPENAI_API_KEY=sk-…       npm start   # OpenAI
ANTHROPIC_API_KEY=sk-ant-… npm start  # Anthropic
GOOGLE_API_KEY=…          npm start   # Google
OLLAMA_URL=http://localhost:11434 npm start   # models on your own machine
OPENAI_BASE_URL=https://host/v1 OPENAI_API_KEY=… npm start   # another service
\`\`\`

The models then appear in the model menu of the composer. Keys are stored encrypted, and each is only ever sent to the host it was saved with.`,
      'zh-CN': `**连接语言模型**

管理员在 **管理 → 模型** 中操作：添加服务商，粘贴 API 密钥，选择大家可以使用的模型，无需重启。Ollama、vLLM 等兼容 OpenAI 协议的服务填写地址即可；如果地址在内部网络，需要先由运维人员写入 \`PROVIDER_PRIVATE_HOSTS\`。

运维人员也可以在服务器的环境变量或 \`.env\` 文件中设置：

\`\`\`sh
OPENAI_API_KEY=sk-…       npm start   # OpenAI
ANTHROPIC_API_KEY=sk-ant-… npm start  # Anthropic
GOOGLE_API_KEY=…          npm start   # Google
OLLAMA_URL=http://localhost:11434 npm start   # 本机上的模型
OPENAI_BASE_URL=https://host/v1 OPENAI_API_KEY=… npm start   # 其他服务
\`\`\`

之后它们的模型会出现在输入框的模型菜单里。密钥加密保存，且只会发送到保存时对应的主机。`,
    },
  },
  {
    id: 'models',
    asked: [/\b(?:switch|change|choose|pick|select|which|what)\b.{0,20}\bmodels?\b|\bmodels?\b/i, /模型/],
    answer: {
      en: `**Models**

Each assistant has a model, and the composer's model menu changes it for your next question. The built-in model (me) is always there; others appear once a provider is connected. Ask me *"How do I connect a language model?"* for the exact steps.`,
      'zh-CN': `**模型**

每个助手都有一个模型；输入框的模型菜单可以为下一个问题换用别的模型。内置模型（也就是我）始终可用，连接服务商之后会出现更多模型。想知道具体步骤，可以问我“怎么连接语言模型？”。`,
    },
  },
  {
    id: 'messages',
    asked: [
      /\b(?:stop|regenerate|retry|resend|undo|branch(?:es)?|versions? of|queue|steer)\b|\b(?:edit|change|delete|continue)\b.{0,20}\b(?:message|answer|question|reply)\b/i,
      /停止|重新生成|重试|分支|排队|(?:编辑|修改|继续).{0,6}(?:消息|回答|问题)/,
    ],
    answer: {
      en: `**Working with messages**

- **Stop** an answer with the stop button or Esc, from any tab. What was written stays.
- **Edit** one of your messages: the conversation goes on from the new version, and the old one remains reachable through the arrows beside it.
- **Regenerate** an answer to get another one; the arrows switch between them, for everybody in the channel.
- While an answer is being written you can already send the next message: it waits in a queue, or stops the answer and takes its place.
- When a provider fails, your text is kept and **Retry** asks again.`,
      'zh-CN': `**消息操作**

- **停止**：用停止按钮或 Esc，在任意标签页都可以；已经写出的内容会保留。
- **编辑**自己的消息：对话会从新内容继续，旧内容仍可通过旁边的箭头找到。
- **重新生成**会得到另一个回答；箭头可以切换，频道里的所有人都会看到。
- 回答生成期间就可以发送下一条：它会排队，或者停止当前回答并立即取而代之。
- 服务商出错时，您写的内容会保留，点 **重试** 即可再问一次。`,
    },
  },
  {
    id: 'channels',
    asked: [
      /\b(?:sub-?)?channels?\b|\bnest(?:ed|ing)?\b|\bsidebar\b|\bnew chat\b|\bconversations?\b/i,
      /频道|侧边栏|新建(?:对话|聊天)|嵌套/,
    ],
    answer: {
      en: `**Channels**

A channel is one conversation, shared by everybody who may see it. Channels form a tree in the sidebar:

- create one with the **+** beside the app or beside another channel,
- rename, move or delete it in its **…** menu,
- drag it to sort or nest it, or use **Move to…** with the keyboard,
- a deleted channel can be brought back with **Undo**.

A channel names itself after its first answer, until you give it a name.`,
      'zh-CN': `**频道**

一个频道就是一段对话，所有有权查看的人共享它。频道在侧边栏中组成一棵树：

- 点应用或其他频道旁的 **+** 新建；
- 在 **…** 菜单里重命名、移动或删除；
- 拖动可以排序或嵌套，用键盘时可选 **移动到…**；
- 删除后可以用 **撤销** 恢复。

频道会在第一次回答后自动取名，您也可以自己命名。`,
    },
  },
  {
    id: 'assistants',
    asked: [/\bassistants?\b|\bpersona\b|\bsystem prompt\b|\binstructions?\b/i, /助手|指令|提示词|人设/],
    answer: {
      en: `**Assistants**

An assistant answers in the channels of an app. It has a name, instructions (how it should behave), a model and tools. Every chat app begins with one, and its settings change it. Where several people write, it answers when it is mentioned, or always if the channel says so.`,
      'zh-CN': `**助手**

助手在应用的频道中回答问题。它有名字、指令（应该怎样做）、模型和工具。每个聊天应用一开始都有一个助手，可以在设置中修改。多人对话时，它在被提到时回答；也可以让它每次都回答。`,
    },
  },
  {
    id: 'tools',
    asked: [/\btools?\b|\bbrows(?:e|ing)\b|\binternet\b|\bweb ?pages?\b/i, /工具|网页|联网|上网/],
    answer: {
      en: `**Tools**

Assistants can call tools while they answer, and you see each call with its result:

- **Time**: *"What time is it in Tokyo and New York?"*
- **Calculator**: *"12 * (3 + 4)"* or *"15% of 80"*
- **Web page**: paste an address and ask for a summary. Only public pages are read, never your private network.`,
      'zh-CN': `**工具**

助手在回答时可以调用工具，每次调用及其结果您都能看到：

- **时间**：“东京和纽约现在几点？”
- **计算器**：“12 * (3 + 4)” 或 “15% of 80”
- **网页**：贴上网址并请它总结。只会读取公开网页，绝不进入您的内部网络。`,
    },
  },
  {
    id: 'documents',
    asked: [
      /\bdocuments?\b|\bdocs?\b|\bpages?\b|\bnotes?\b|\bcomments?\b|\bversion history\b|\bimport\b/i,
      /文档|笔记|页面|评论|批注|历史版本|导入/,
    ],
    answer: {
      en: `**Documents**

A document is written by several people at once, and everybody sees each other's cursor.

- create one with the **+** beside an app of documents or beside another document,
- **/** lists the blocks: headings, lists, tables, pictures, code, diagrams,
- select words to format them, comment on them, or have a model rewrite them,
- earlier versions are kept; compare them and restore one in the version history,
- Markdown, HTML and Word files can be imported, also whole archives; documents can be exported.

Beside a document there is a chat in which an assistant reads it with you.`,
      'zh-CN': `**文档**

文档可以多人同时编写，彼此能看到光标。

- 点文档应用或其他文档旁的 **+** 新建；
- 输入 **/** 可选择块：标题、列表、表格、图片、代码、图表；
- 选中文字可以设置格式、添加评论，或让模型改写；
- 会保留历史版本，可在版本历史中对比和恢复；
- 可以导入 Markdown、HTML、Word 文件以及整个压缩包，文档也可以导出。

文档旁边有聊天，助手会和您一起阅读它。`,
    },
  },
  {
    id: 'sharing',
    asked: [
      /\bshar(?:e|es|ing)\b|\bpermissions?\b|\bguests?\b|\binvit(?:e|ing)\b|\bwho can (?:see|read|edit)\b/i,
      /分享|共享|权限|访客|邀请|谁(?:能|可以)看/,
    ],
    answer: {
      en: `**Sharing**

**Share** at the top of a channel, document or app says who can see it, and why. There you add people of the team, or invite somebody from outside by email as a guest, who then sees only what was shared with them. Access is given and taken back at once.`,
      'zh-CN': `**共享**

频道、文档或应用顶部的 **共享** 会说明谁可以访问以及原因。可以在那里添加团队成员，或通过邮箱邀请外部人员作为访客，访客只能看到与其共享的内容。授予和收回权限立即生效。`,
    },
  },
  {
    id: 'search',
    asked: [/\bsearch\b|\bfind\b.{0,20}\b(?:message|document|channel|something)\b/i, /搜索|查找|找到/],
    answer: {
      en: `**Search**

⌘ K or Ctrl + K searches messages, documents, channels and people in everything that you may see, and opens what you choose.`,
      'zh-CN': `**搜索**

按 ⌘ K 或 Ctrl + K 可以搜索您有权查看的消息、文档、频道和成员，并打开所选结果。`,
    },
  },
  ...teamTopics,
];
