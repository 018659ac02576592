import type { Bilingual } from './language.ts';
import { teamTopics } from './topics.team.ts';

/** A question about the product, with its answer. */
export interface Topic {
  id: string;
  /** A match of any of these selects the topic; the first topic in the list wins. */
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
| ⌘ K or Ctrl + K | opens search and commands |
| Enter | sends the message |
| Shift + Enter | starts a new line |
| Esc | stops the answer |
| ↑ in an empty composer | edits your last message |
| ⌘ \\ or Ctrl + \\ | shows or hides the sidebar |
| F8 | goes to the notifications |
| ? | lists the shortcuts of this screen |

You can also reach everything with Tab.`,
      'zh-CN': `**键盘快捷键**

| 按键 | 作用 |
| --- | --- |
| ⌘ K 或 Ctrl + K | 打开搜索和命令 |
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

An administrator does this under **Administration → Models**: choose **Add provider**, paste its API key, and turn on the models people can use. No restart is needed. For Ollama, vLLM and other OpenAI-compatible services enter the API URL; if it is in your own network, a server administrator must first allow it with \`PROVIDER_PRIVATE_HOSTS\`.

A server administrator can also configure providers in the server's environment, or in the file \`.env\`:

\`\`\`sh
OPENAI_API_KEY=sk-…       npm start   # OpenAI
ANTHROPIC_API_KEY=sk-ant-… npm start  # Anthropic
GOOGLE_API_KEY=…          npm start   # Google
OLLAMA_URL=http://localhost:11434 npm start   # models on your own machine
OPENAI_BASE_URL=https://host/v1 OPENAI_API_KEY=… npm start   # another service
\`\`\`

The models then appear in the model menu of the composer. Keys are stored encrypted and only sent to the host they were saved for.`,
      'zh-CN': `**连接语言模型**

管理员在 **管理 → 模型** 中操作：添加服务商，粘贴 API 密钥，选择大家可以使用的模型，无需重启。Ollama、vLLM 等兼容 OpenAI 协议的服务填写 API 地址即可；如果地址在内部网络，需要先由服务器管理员写入 \`PROVIDER_PRIVATE_HOSTS\`。

服务器管理员也可以在服务器的环境变量或 \`.env\` 文件中设置：

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

Each assistant has a model; the model menu of the composer chooses another for your next question. Other models than the built-in one (me) appear once a provider is connected. Ask me *"How do I connect a language model?"* for the exact steps.`,
      'zh-CN': `**模型**

每个助手都有一个模型；输入框的模型菜单可以为下一个问题换用别的模型。除了内置模型（也就是我），连接服务商之后会出现更多模型。想知道具体步骤，可以问我“怎么连接语言模型？”。`,
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

- **Stop** an answer with the stop button or Esc, in any tab. The text so far is kept.
- **Edit** one of your messages: the conversation continues from the new version, and the arrows below lead back to the old one.
- **Regenerate** an answer to get another; the arrows switch between them for everybody in the channel.
- Send your next message during an answer: it is queued, or you stop the answer and send it now.
- If a provider fails, your text is kept and **Retry** asks again.`,
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

A channel is one conversation, shared by everybody who can see it. Channels form a tree in the sidebar:

- create one with the **+** beside the app or beside another channel,
- rename, move or delete it in its **…** menu,
- drag it to sort or nest it, or choose **Move to…**,
- restore a deleted channel with **Undo**, or within 30 days from the **Bin** in the sidebar.

A channel without a name is titled after its first answer.`,
      'zh-CN': `**频道**

一个频道就是一段对话，所有有权查看的人共享它。频道在侧边栏中组成一棵树：

- 点应用或其他频道旁的 **+** 新建；
- 在 **…** 菜单里重命名、移动或删除；
- 拖动可以排序或嵌套，也可以选择 **移动到…**；
- 删除后可以用 **撤销** 恢复，30 天内也可以从侧边栏的 **回收站** 恢复。

没有名称的频道会在第一次回答后自动命名。`,
    },
  },
  {
    id: 'assistants',
    asked: [/\bassistants?\b|\bpersona\b|\bsystem prompt\b|\binstructions?\b/i, /助手|指令|提示词|人设/],
    answer: {
      en: `**Assistants**

An assistant answers in the channels of an app. It has a name, instructions (how it should behave), a model and tools. Every chat app starts with one; change it in the app's settings, or create your own under **Assistants** in the sidebar. The channel menu sets when it answers: every message, or when mentioned.`,
      'zh-CN': `**助手**

助手在应用的频道中回答问题。它有名称、指令（应该怎样做）、模型和工具。每个聊天应用一开始都有一个助手，可以在应用设置中修改；也可以在侧边栏的 **助手** 中创建自己的助手。频道菜单可以设置它何时回答：每条消息，或被提到时。`,
    },
  },
  {
    id: 'tools',
    asked: [/\btools?\b|\bbrows(?:e|ing)\b|\binternet\b|\bweb ?pages?\b/i, /工具|网页|联网|上网/],
    answer: {
      en: `**Tools**

Assistants can use tools while they answer, and you see each call with its result:

- **Time**: *"What time is it in Tokyo and New York?"*
- **Calculator**: *"12 * (3 + 4)"* or *"15% of 80"*
- **Read a web page**: paste an address and ask for a summary. Only public pages are read, never your private network.

Administrators add further tools (MCP servers) under **Administration → Tools**.`,
      'zh-CN': `**工具**

助手在回答时可以调用工具，每次调用及其结果您都能看到：

- **时间**：“东京和纽约现在几点？”
- **计算器**：“12 * (3 + 4)” 或 “15% of 80”
- **阅读网页**：贴上网址并请它总结。只会读取公开网页，绝不进入您的内部网络。

管理员可以在 **管理 → 工具** 中添加更多工具（MCP 服务器）。`,
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

A document is written by several people at once, who see each other's cursors.

- create one with the **+** beside a documents app or another document,
- **/** lists the blocks: headings, lists, tables, pictures, code, diagrams,
- select text to format it, comment on it, or rewrite it with **Ask AI**,
- compare and restore earlier versions under **Versions**,
- import Markdown, HTML and Word files or zip archives of them, and export documents.

**Chat about this document** opens a conversation with an assistant beside the text.`,
      'zh-CN': `**文档**

文档可以多人同时编写，彼此能看到光标。

- 点文档应用或其他文档旁的 **+** 新建；
- 输入 **/** 可选择块：标题、列表、表格、图片、代码、图表；
- 选中文字可以设置格式、添加评论，或用 **AI 写作** 改写；
- 可以在 **版本** 中对比和恢复以前的版本；
- 可以导入 Markdown、HTML、Word 文件以及整个压缩包，文档也可以导出。

**讨论此文档** 会在文档旁打开与助手的对话。`,
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

**Share** at the top of a channel, document or app says who can see it, and why. Add people of the team there, or invite someone else by email as a guest, who sees only what is shared with them. Changes take effect immediately.`,
      'zh-CN': `**共享**

频道、文档或应用顶部的 **共享** 会说明谁可以访问以及原因。可以在那里添加团队成员，或通过邮箱邀请外部人员作为访客，访客只能看到与其共享的内容。授予和收回权限立即生效。`,
    },
  },
  {
    id: 'search',
    asked: [/\bsearch\b|\bfind\b.{0,20}\b(?:message|document|channel|something)\b/i, /搜索|查找|找到/],
    answer: {
      en: `**Search**

⌘ K or Ctrl + K searches the messages, documents, comments, channels, apps, assistants and people you can see, and runs commands.`,
      'zh-CN': `**搜索**

按 ⌘ K 或 Ctrl + K 可以搜索您有权查看的消息、文档、评论、频道、应用、助手和成员，也可以执行命令。`,
    },
  },
  ...teamTopics,
];
