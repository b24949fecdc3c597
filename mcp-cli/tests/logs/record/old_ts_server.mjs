// A shelf on the earlier official TypeScript SDK (`@modelcontextprotocol/sdk`).

import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const books = { toji: '박경리, 토지', nalgae: '이상, 날개' };
const server = new McpServer({ name: 'old-shelf', version: '0.9.0' });

server.registerTool('find_book', {
  title: '책 찾기',
  description: 'Finds a book.',
  inputSchema: { key: z.string() },
  outputSchema: { book: z.string() },
}, async ({ key }) => {
  if (!(key in books)) return { isError: true, content: [{ type: 'text', text: `there is no book ${key}` }] };
  const found = { book: books[key] };
  return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: found };
});

server.registerTool('lend_book', { description: 'Lends a book.', inputSchema: { key: z.string() } }, async ({ key }) => {
  const { action, content } = await server.server.elicitInput({
    message: `${books[key]}을(를) 며칠 빌리시겠어요?`,
    requestedSchema: { type: 'object', properties: { days: { type: 'integer', minimum: 1, maximum: 14 } }, required: ['days'] },
  });
  return { content: [{ type: 'text', text: action === 'accept' ? `${content.days}일` : action }] };
});

server.registerResource('book', new ResourceTemplate('book://{key}', {
  list: async () => ({ resources: Object.keys(books).map((key) => ({ uri: `book://${key}`, name: key })) }),
}), { title: '책', mimeType: 'text/plain' }, async (uri, { key }) => ({ contents: [{ uri: uri.href, text: books[key] }] }));

await server.connect(new StdioServerTransport());
