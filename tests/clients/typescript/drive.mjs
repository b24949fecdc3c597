// Drives the calculator with the official TypeScript client, in both eras.
//
// In: the path of the calculator. Out: a line for each thing that was seen, and a non-zero exit at
// the first one that is not as it must be.

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const MODERN = '2026-07-28';
const LEGACY = '2025-11-25';

function check(what, seen, right) {
  console.log(`  ${what}: ${typeof seen === 'string' ? seen : JSON.stringify(seen)}`);
  if (!right) {
    throw new Error(`NOT AS IT MUST BE: ${what}: ${JSON.stringify(seen)}`);
  }
}

async function drive(command, title, mode, version) {
  console.log(`${title}:`);
  const client = new Client({ name: 'check', version: '0' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command }));
  try {
    check('agreed on', client.getNegotiatedProtocolVersion(), client.getNegotiatedProtocolVersion() === version);
    check('server', client.getServerVersion()?.name, client.getServerVersion()?.name === 'calculator');

    const { tools } = await client.listTools();
    const add = tools.find((tool) => tool.name === 'add');
    check('tools', tools.map((tool) => tool.name), add !== undefined);
    check('add takes', add.inputSchema, add.inputSchema.type === 'object' && 'a' in add.inputSchema.properties && 'b' in add.inputSchema.properties);
    check('add says', add.description, Boolean(add.description));

    const good = await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } });
    check('2 + 3', good.content, good.content.length === 1 && good.content[0].text === '5' && !good.isError);

    const wrong = await client.callTool({ name: 'add', arguments: { a: 'two', b: 3 } });
    check('a wrong call', wrong.content[0].text, wrong.isError === true && wrong.content[0].text.includes('a must be an integer'));

    const unknown = await client.callTool({ name: 'ad', arguments: {} }).then(() => undefined, (error) => error);
    check('an unknown tool', `${unknown?.code} ${unknown?.message}`, unknown?.code === -32602 && unknown.message.includes('add'));

    const again = await client.callTool({ name: 'add', arguments: { a: 40, b: 2 } });
    check('the connection goes on', again.content[0].text, again.content[0].text === '42');
  } finally {
    await client.close();
  }
}

const command = process.argv[2];
await drive(command, 'legacy', 'legacy', LEGACY);
await drive(command, 'auto', 'auto', MODERN);
await drive(command, MODERN, { pin: MODERN }, MODERN);
console.log('ok: the official TypeScript client, three times');
