// Drives a server with the official TypeScript client.
//
//     ts_client.mjs SCENE MODE (URL | COMMAND [ARGUMENT ...])
//
// MODE is `legacy`, `auto` or a modern revision.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [scene, mode, target, ...args] = process.argv.slice(2);
const legacy = mode === 'legacy';
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const expectError = async (call) => call.then(() => { throw new Error('no error came'); }, (error) => console.log('refused:', error.code));
const logged = { 'io.modelcontextprotocol/logLevel': 'info' };

const scenes = {
  async tools(client) {
    await client.listTools();
    await client.callTool({ name: 'find_recipe', arguments: { name: 'bibimbap', servings: 4 } });
    await client.callTool({ name: 'find_recipe', arguments: { name: 'tteokbokki' } });
    await client.callTool({ name: 'find_recipe', arguments: { name: 'kimchi', servings: '네 명' } });
    if (legacy) await client.setLoggingLevel('info');
    await client.callTool(
      { name: 'cook', arguments: { name: 'kimchi', minutes: 3 }, ...(legacy ? {} : { _meta: logged }) },
      { onprogress: (progress) => console.log(progress) },
    );
    if (legacy) await client.ping();
    await expectError(client.callTool({ name: 'bake', arguments: {} }));
  },
  async resources(client) {
    await client.listResources();
    await client.listResourceTemplates();
    await client.readResource({ uri: 'recipe://kimchi' });
    await client.listPrompts();
    await client.getPrompt({ name: 'menu', arguments: { days: '3', diet: '채식' } });
    await client.complete({ ref: { type: 'ref/prompt', name: 'menu' }, argument: { name: 'diet', value: '저' } });
    await client.complete({ ref: { type: 'ref/resource', uri: 'recipe://{name}' }, argument: { name: 'name', value: 'bi' } });
    const followed = new Promise((resolve) => client.setNotificationHandler('notifications/resources/updated', resolve));
    const listening = legacy
      ? await client.subscribeResource({ uri: 'recipe://kimchi' })
      : await client.listen({ resourceSubscriptions: ['recipe://kimchi'] });
    await client.callTool({ name: 'season', arguments: { name: 'kimchi', with: '새우젓' } });
    await followed;
    await (legacy ? client.unsubscribeResource({ uri: 'recipe://kimchi' }) : listening.close());
  },
  async asks(client) {
    await client.callTool({ name: 'order', arguments: { item: '배추' } });
    await client.callTool({ name: 'improve', arguments: { name: 'bibimbap' } });
  },
  async cancel(client) {
    const abort = new AbortController();
    setTimeout(() => abort.abort('배가 고파서'), 200);
    await expectError(client.callTool({ name: 'simmer', arguments: { hours: 3 } }, { signal: abort.signal }));
    await client.callTool({ name: 'find_recipe', arguments: { name: 'kimchi' } });
  },
  async calculator(client) {
    await client.listTools();
    await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } });
    const wrong = await client.callTool({ name: 'add', arguments: { a: '셋', b: 3 } });
    console.log(wrong.isError);
    await expectError(client.callTool({ name: 'ad', arguments: {} }));
    await client.callTool({ name: 'add', arguments: { a: 40, b: 2 } });
  },
  async old_shelf(client) {
    await client.listTools();
    await client.callTool({ name: 'find_book', arguments: { key: 'toji' } });
    await client.callTool({ name: 'find_book', arguments: { key: '봄봄' } });
    await client.listResources();
    await client.readResource({ uri: 'book://nalgae' });
  },
  async rmcp(client) {
    await client.listTools();
    await client.callTool({ name: 'add', arguments: { a: 40, b: 2 } });
    await client.callTool({ name: 'echo', arguments: { text: '안녕하세요, 세계 🌏' } });
    await client.callTool({ name: 'search', arguments: { query: '회의록', limit: 3, tags: ['업무'] } });
    if (legacy) await client.ping();
  },
  async tour(client) {
    await client.callTool({ name: 'motto', arguments: {} });
    if (legacy) await client.setLoggingLevel('debug');
    await client.callTool(
      { name: 'count_down', arguments: { from: 3 }, ...(legacy ? {} : { _meta: logged }) },
      { onprogress: (progress) => console.log(progress) },
    );
    const abort = new AbortController();
    setTimeout(() => abort.abort('그만'), 200);
    await expectError(client.callTool({ name: 'patient', arguments: {} }, { signal: abort.signal }));
    await client.callTool({ name: 'caller', arguments: {} });
  },
};

const asked = scene === 'asks';
const client = new Client(
  { name: 'kitchen', version: '1.0.0' },
  {
    capabilities: asked ? { elicitation: { form: {} }, sampling: {} } : {},
    versionNegotiation: { mode: legacy || mode === 'auto' ? mode : { pin: mode } },
  },
);
if (asked) {
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { amount: 2, when: '내일' } }));
  client.setRequestHandler('sampling/createMessage', async () => ({
    role: 'assistant', model: 'sample-model', stopReason: 'endTurn', content: { type: 'text', text: '참기름을 조금 더 넣으세요.' },
  }));
}
client.setNotificationHandler('notifications/message', ({ params }) => console.log(params));
await client.connect(target.startsWith('http') ? new StreamableHTTPClientTransport(new URL(target)) : new StdioClientTransport({ command: target, args }));
console.log(scene, client.getNegotiatedProtocolVersion(), client.getServerVersion());
await scenes[scene](client);
await sleep(200);
if (target.startsWith('http') && legacy) await client.transport.terminateSession();
await client.close();
