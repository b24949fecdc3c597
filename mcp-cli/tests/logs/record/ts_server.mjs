// A recipe book on the official TypeScript SDK, for both eras: stdio; `http PORT`; or, with sessions and
// for the handshake's revisions only, `sessions PORT`.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import {
  McpServer, ResourceTemplate, acceptedContent, completable, createMcpHandler, inputRequired,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod/v4';

const recipes = { bibimbap: '밥, 나물, 고추장을 비빈다.', kimchi: '배추를 절이고 양념을 넣는다.' };
const sleep = (ms, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, ms);
  signal?.addEventListener('abort', () => { clearTimeout(timer); reject(new Error('aborted')); });
});
// Over HTTP, in the modern era, a server lives for one request: its handler tells those who listen.
let updated = (server, uri) => server.server.sendResourceUpdated({ uri });
const say = (text) => ({ content: [{ type: 'text', text }] });

function recipeBook({ era } = {}) {
  const server = new McpServer(
    { name: 'recipes', version: '2.1.0', title: '요리책' },
    { capabilities: { logging: {}, resources: { subscribe: true } }, instructions: '요리법을 찾고 장을 봅니다.' },
  );

  server.registerTool('find_recipe', {
    title: '요리법 찾기',
    description: 'Finds a recipe by its name.',
    inputSchema: z.object({ name: z.string().describe('요리 이름'), servings: z.number().int().min(1).max(20).default(2) }),
    outputSchema: z.object({ name: z.string(), servings: z.number(), steps: z.string() }),
    annotations: { readOnlyHint: true },
  }, async ({ name, servings }) => {
    if (!(name in recipes)) throw new Error(`no recipe is called ${name}`);
    const found = { name, servings, steps: recipes[name] };
    return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: found };
  });

  server.registerTool('cook', {
    description: 'Cooks, with progress and a log.',
    inputSchema: z.object({ name: z.string(), minutes: z.number().max(10) }),
  }, async ({ name, minutes }, ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (let minute = 1; minute <= minutes; minute++) {
      await sleep(20, ctx.mcpReq.signal);
      if (progressToken !== undefined) {
        await ctx.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress: minute, total: minutes, message: `${minute}분째 끓이는 중` },
        });
      }
    }
    await ctx.mcpReq.log('debug', { pan: 'hot' }, 'stove');
    await ctx.mcpReq.log('info', '다 됐습니다', 'stove');
    return { content: [
      { type: 'text', text: `${name}: 맛있게 드세요` },
      { type: 'resource_link', uri: `recipe://${name}`, name, mimeType: 'text/plain' },
    ] };
  });

  server.registerTool('simmer', {
    description: 'Takes a long time.',
    inputSchema: z.object({ hours: z.number() }),
  }, async ({ hours }, ctx) => {
    await sleep(hours * 3_600_000, ctx.mcpReq.signal);
    return say('done');
  });

  server.registerTool('order', {
    description: 'Orders what is missing, after a question.',
    inputSchema: z.object({ item: z.string() }),
  }, async ({ item }, ctx) => {
    const question = {
      message: `${item}을(를) 주문할까요?`,
      requestedSchema: {
        type: 'object',
        properties: {
          amount: { type: 'integer', title: '몇 개', minimum: 1, maximum: 12 },
          when: { type: 'string', title: '언제', enum: ['오늘', '내일'] },
        },
        required: ['amount'],
      },
    };
    if (era === 'modern') {
      const answer = acceptedContent(ctx.mcpReq.inputResponses, 'order');
      if (!answer) return inputRequired({ inputRequests: { order: inputRequired.elicit(question) }, requestState: 'order-1' });
      return say(`${item} ${answer.amount}개, ${answer.when}`);
    }
    const { action, content } = await ctx.mcpReq.elicitInput({ mode: 'form', ...question });
    return say(action === 'accept' ? `${item} ${content.amount}개, ${content.when}` : `not ordered: ${action}`);
  });

  server.registerTool('improve', {
    description: 'Asks the model of the client for a better recipe.',
    inputSchema: z.object({ name: z.string() }),
  }, async ({ name }, ctx) => {
    const request = {
      messages: [{ role: 'user', content: { type: 'text', text: `더 맛있게: ${recipes[name]}` } }],
      systemPrompt: '당신은 요리사입니다.',
      maxTokens: 200,
    };
    if (era === 'modern') {
      const answer = ctx.mcpReq.inputResponses?.words;
      if (!answer) return inputRequired({ inputRequests: { words: inputRequired.createMessage(request) } });
      return say(answer.content.text);
    }
    return say((await ctx.mcpReq.requestSampling(request)).content.text);
  });

  server.registerTool('season', {
    description: 'Changes a recipe, and tells those who follow it.',
    inputSchema: z.object({ name: z.string(), with: z.string() }),
  }, async ({ name, with: spice }) => {
    recipes[name] += ` ${spice}을(를) 넣는다.`;
    await updated(server, `recipe://${name}`);
    return say(recipes[name]);
  });

  const readRecipe = async (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: recipes[uri.hostname] }] });
  server.registerResource('kimchi', 'recipe://kimchi', { title: '김치', mimeType: 'text/plain' }, readRecipe);
  server.registerResource('recipe', new ResourceTemplate('recipe://{name}', {
    list: undefined,
    complete: { name: (start) => Object.keys(recipes).filter((name) => name.startsWith(start)) },
  }), { title: '요리법', mimeType: 'text/plain' }, readRecipe);
  server.server.setRequestHandler('resources/subscribe', async () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', async () => ({}));

  server.registerPrompt('menu', {
    title: '식단',
    description: 'Plans a menu.',
    argsSchema: z.object({ days: z.string(), diet: completable(z.string(), (start) => ['채식', '저염식', '저당식'].filter((diet) => diet.startsWith(start))) }),
  }, ({ days, diet }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `${days}일 동안 먹을 ${diet} 식단을 짜 주세요.` } }] }));

  return server;
}

const [how, port] = process.argv.slice(2);
if (how === 'http') {
  const handler = createMcpHandler(recipeBook);
  updated = async (_, uri) => handler.notify.resourceUpdated(uri);
  createServer(toNodeHandler(handler)).listen(Number(port), '127.0.0.1');
} else if (how === 'sessions') {
  const sessions = new Map();
  createServer(async (request, response) => {
    let transport = sessions.get(request.headers['mcp-session-id']);
    if (!transport) {
      transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (id) => sessions.set(id, transport),
      });
      await recipeBook({ era: 'legacy' }).connect(transport);
    }
    await transport.handleRequest(request, response);
  }).listen(Number(port), '127.0.0.1');
} else {
  serveStdio(recipeBook);
}
