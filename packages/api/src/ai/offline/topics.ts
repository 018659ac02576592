import type { Bilingual } from './language.ts';

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
| 输入框为空时按 ↑ | 编辑你的上一条消息 |
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

Stop the server, set one of these (here, or in the file \`.env\`), and start it again:

\`\`\`sh
OPENAI_API_KEY=sk-…       npm start   # OpenAI
ANTHROPIC_API_KEY=sk-ant-… npm start  # Anthropic
GOOGLE_API_KEY=…          npm start   # Google
OLLAMA_URL=http://localhost:11434 npm start   # models on your own machine
\`\`\`

Any service that speaks OpenAI's protocol works with its address:

\`\`\`sh
OPENAI_BASE_URL=https://host/v1 OPENAI_API_KEY=… npm start
\`\`\`

Several can be set at once. Their models then appear in the model menu of the composer, and new questions go to the first of them instead of me. Keys are stored encrypted, and each is only ever sent to the host it was saved with.`,
      'zh-CN': `**连接语言模型**

停止服务器，设置下面任意一项（直接设置，或写进 \`.env\` 文件），然后重新启动：

\`\`\`sh
OPENAI_API_KEY=sk-…       npm start   # OpenAI
ANTHROPIC_API_KEY=sk-ant-… npm start  # Anthropic
GOOGLE_API_KEY=…          npm start   # Google
OLLAMA_URL=http://localhost:11434 npm start   # 本机上的模型
\`\`\`

任何兼容 OpenAI 协议的服务，给出地址即可：

\`\`\`sh
OPENAI_BASE_URL=https://host/v1 OPENAI_API_KEY=… npm start
\`\`\`

可以同时设置多项。它们的模型会出现在输入框的模型菜单里，新问题会由其中第一个回答，而不再由我回答。密钥加密保存，且只会发送到保存时对应的主机。`,
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
- 服务商出错时，你写的内容会保留，点 **重试** 即可再问一次。`,
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

频道会在第一次回答后自动取名，你也可以自己命名。`,
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

助手在回答时可以调用工具，每次调用及其结果你都能看到：

- **时间**：“东京和纽约现在几点？”
- **计算器**：“12 * (3 + 4)” 或 “15% of 80”
- **网页**：贴上网址并请它总结。只会读取公开网页，绝不进入你的内部网络。`,
    },
  },
  {
    id: 'spaces',
    asked: [/\bspaces?\b|\bapps?\b|\bapplications?\b|\bteams?\b|\bworkspaces?\b/i, /空间|应用|团队|工作区/],
    answer: {
      en: `**Teams, spaces and apps**

A **team** is a group of people who work together. Its sidebar holds **spaces**, named groups of **apps**; you begin with the space *General* and a chat app. Each app has a tree of channels.`,
      'zh-CN': `**团队、空间和应用**

**团队**是一起工作的一群人。团队的侧边栏里有**空间**，即一组有名字的**应用**；一开始就有空间“General”和一个聊天应用。每个应用都有自己的频道树。`,
    },
  },
  {
    id: 'together',
    asked: [
      /\bcolleagues?\b|\btogether\b|\bcollaborat\w*\b|\bshar(?:e|ing)\b|\breal[- ]?time\b|\blive\b|\bother people\b/i,
      /同事|一起|协作|共享|分享|实时|多人/,
    ],
    answer: {
      en: `**Working together**

Everybody in a channel sees the same conversation, live: answers appear word by word for all who watch, on every device. An answer belongs to the server, not to your tab: close it or reload, and it goes on being written.`,
      'zh-CN': `**一起工作**

频道里的每个人实时看到同一段对话：回答会逐字出现在所有人的所有设备上。回答由服务器生成，与你的标签页无关：关闭或刷新页面，它都会继续写完。`,
    },
  },
  {
    id: 'signIn',
    asked: [
      /\b(?:sign|log)[- ]?(?:in|on|out|up|off)\b|\blogin\b|\blogout\b|\bpasswords?\b|\baccounts?\b|\binvit(?:e|ation)s?\b|\bsso\b|\boidc\b|\bregister\b/i,
      /登录|注册|退出|密码|账号|账户|邀请|验证码/,
    ],
    answer: {
      en: `**Signing in**

There are no passwords: you enter your e-mail address and then the six-digit code that is sent to it. Without a mail server, the code is printed where the server runs. An operator can also offer sign-in through a company account (OpenID Connect).`,
      'zh-CN': `**登录**

没有密码：输入邮箱地址，再输入发到邮箱的六位验证码。没有配置邮件服务器时，验证码会显示在服务器的输出里。运维人员还可以提供企业账号登录（OpenID Connect）。`,
    },
  },
  {
    id: 'appearance',
    asked: [
      /\bdark\b|\blight mode\b|\bthemes?\b|\bchinese\b|\binterface language\b|\bchange (?:the )?language\b/i,
      /主题|深色|浅色|暗色|夜间|语言|英文界面|中文界面/,
    ],
    answer: {
      en: `**Appearance and language**

Choose light, dark or the system's theme, and English or Chinese, in the menu under your picture. I answer in the language you write in.`,
      'zh-CN': `**外观与语言**

在头像下的菜单里可以选择浅色、深色或跟随系统，以及中文或英文。你用什么语言写，我就用什么语言回答。`,
    },
  },
  {
    id: 'data',
    asked: [
      /\bprivacy\b|\bprivate\b|\b(?:my|our|the) data\b|\bdata stored\b|\bback ?ups?\b|\brestore\b|\bself-?host(?:ed|ing)?\b|\bgdpr\b/i,
      /隐私|备份|恢复数据|自托管|数据(?:存|保存|放)|存在哪/,
    ],
    answer: {
      en: `**Your data**

Everything lies on the machine that runs this server, in its data folder or the PostgreSQL database it was given. What you write to me never leaves it. What you ask another model goes to that model's provider. \`npm run backup\` and \`npm run restore\` save and bring back everything, also while the server runs.`,
      'zh-CN': `**你的数据**

所有内容都保存在运行此服务器的机器上：在它的数据目录，或指定的 PostgreSQL 数据库中。你写给我的内容不会离开这台机器；向其他模型提问时，内容会发送给相应的服务商。\`npm run backup\` 和 \`npm run restore\` 可以备份和恢复全部数据，服务器运行时也可以使用。`,
    },
  },
  {
    id: 'configuration',
    asked: [
      /\bconfigur\w*\b|\benv(?:ironment)?\b|\bsettings?\b|\bports?\b|\bpostgres\w*\b|\bredis\b|\binstall\w*\b|\bdeploy\w*\b|\bdocker\b|\bdatabase\b/i,
      /配置|环境变量|端口|数据库|安装|部署|设置/,
    ],
    answer: {
      en: `**Configuration**

\`npm start\` needs no configuration. Everything that can be changed is an environment variable, listed with its default in \`.env.example\`: for instance \`PORT\`, \`DATABASE_URL\` for a PostgreSQL of your own, \`REDIS_URL\` for several servers, \`SMTP_URL\` for mail, and the keys of model providers.`,
      'zh-CN': `**配置**

\`npm start\` 不需要任何配置。可以调整的都是环境变量，\`.env.example\` 列出了全部变量及默认值：例如 \`PORT\`、指向自有 PostgreSQL 的 \`DATABASE_URL\`、多服务器用的 \`REDIS_URL\`、发邮件的 \`SMTP_URL\`，以及模型服务商的密钥。`,
    },
  },
];
