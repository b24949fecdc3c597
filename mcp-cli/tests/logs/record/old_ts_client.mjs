// Drives `old_ts_server.mjs` with the client of the same SDK.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'reader', version: '1.0.0' }, { capabilities: { elicitation: {} } });
client.setRequestHandler(ElicitRequestSchema, async () => ({ action: 'accept', content: { days: 7 } }));
await client.connect(new StdioClientTransport({ command, args }));
await client.listTools();
await client.callTool({ name: 'find_book', arguments: { key: 'toji' } });
await client.callTool({ name: 'find_book', arguments: { key: '봄봄' } });
await client.callTool({ name: 'lend_book', arguments: { key: 'nalgae' } });
await client.listResources();
await client.listResourceTemplates();
await client.readResource({ uri: 'book://nalgae' });
await client.ping();
await client.close();
