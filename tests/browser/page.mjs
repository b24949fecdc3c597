// What the scripts of a page do, friendly or hostile. Each function here runs inside of the browser.
//
// In: the URL of an MCP endpoint. Out: what the script could see, as plain data. Nothing here decides
// whether that is right.

/// Everything that a page can try without any permission, one after the other. `wanted` names the note
/// that each tries to add.
export async function attack({ endpoint, wanted }) {
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
  const call = (how, extra) => JSON.stringify({
    jsonrpc: '2.0', id: 1, method: 'tools/call',
    params: { name: 'add_note', arguments: { title: `${wanted} ${how}`, content: 'by a page' }, ...extra },
  });
  const modern = (how) => call(how, { _meta: meta });
  const named = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'add_note' };
  const accept = { Accept: 'application/json, text/event-stream' };
  const opening = JSON.stringify({
    jsonrpc: '2.0', id: 1, method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'page', version: '0' } },
  });
  const seen = {};

  const take = async (how, init, url = endpoint) => {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5000), ...init });
      const text = await answer.text();
      seen[how] = { type: answer.type, status: answer.status, session: answer.headers.get('mcp-session-id'), text };
    } catch (error) {
      seen[how] = { refused: error.name };
    }
  };
  const post = (how, headers, body, more = {}) => take(how, { method: 'POST', headers, body, ...more });
  const json = { 'Content-Type': 'application/json' };
  const plain = { 'Content-Type': 'text/plain' };

  // The honest way, which asks for permission first.
  await post('initialize', { ...json, ...accept }, opening);
  await post('json', { ...json, ...accept, ...named }, modern('json'));
  await post('json without headers', { ...json, ...accept }, modern('json without headers'));
  // Requests that a browser sends without asking.
  await post('text', { ...plain, ...accept }, modern('text'));
  await post('text, not to be read', { ...plain, ...accept }, modern('text, not to be read'), { mode: 'no-cors' });
  await post('json, not to be read', { ...json, ...accept }, modern('json, not to be read'), { mode: 'no-cors' });
  await post('initialize, not to be read', { ...plain, ...accept }, opening, { mode: 'no-cors' });
  await post('no type', accept, new Blob([modern('no type')]), { mode: 'no-cors' });
  await post('with cookies', { ...plain, ...accept }, modern('with cookies'), { mode: 'no-cors', credentials: 'include' });
  // Legacy messages outside of a session.
  await post('legacy text', { ...plain, ...accept }, call('legacy text', {}), { mode: 'no-cors' });
  // Other methods.
  await take('get', { headers: { Accept: 'text/event-stream' } });
  await take('get, not to be read', { mode: 'no-cors' });
  await take('delete', { method: 'DELETE', headers: { 'Mcp-Session-Id': 'x' } });
  await take('put', { method: 'PUT', headers: json, body: modern('put') });

  for (const type of ['text/plain', 'application/json']) {
    seen[`beacon ${type}`] = { sent: navigator.sendBeacon(endpoint, new Blob([modern(`beacon ${type}`)], { type })) };
  }

  // A form has no way to read its answer but the frame that it opens.
  const form = async (enctype) => {
    const frame = document.createElement('iframe');
    frame.name = `answer to ${enctype}`;
    document.body.append(frame);
    const element = document.createElement('form');
    Object.assign(element, { action: endpoint, method: 'post', enctype, target: frame.name });
    const input = document.createElement('input');
    // As text/plain a form is `name=value`, so the two halves make one JSON text.
    const [name, value] = modern(`form ${enctype}`).replace('"id":1', '"id":"="').split('=');
    Object.assign(input, { name, value });
    element.append(input);
    document.body.append(element);
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    element.submit();
    await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 5000))]);
    try {
      seen[`form ${enctype}`] = { text: frame.contentDocument.body.textContent };
    } catch (error) {
      seen[`form ${enctype}`] = { refused: error.name };
    }
  };
  for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    await form(enctype);
  }

  // A page in a sandbox has no origin, which browsers write as `null`.
  const sandbox = document.createElement('iframe');
  sandbox.sandbox = 'allow-scripts';
  const script = (how, body, init) => `fetch(${JSON.stringify(endpoint)}, {method: 'POST', body: ${JSON.stringify(body)}, ${init}})
    .then(async (answer) => ({type: answer.type, status: answer.status, text: await answer.text()}), (error) => ({refused: error.name}))
    .then((seen) => parent.postMessage({how: ${JSON.stringify(how)}, seen}, '*'))`;
  sandbox.srcdoc = `<script>${[
    script('sandbox json', modern('sandbox json'), `headers: ${JSON.stringify({ ...json, ...accept, ...named })}`),
    script('sandbox text', modern('sandbox text'), `mode: 'no-cors'`),
  ].join(';')}</script>`;
  const told = new Promise((resolve) => {
    let left = 2;
    addEventListener('message', ({ data: { how, seen: outcome } }) => {
      seen[how] = outcome;
      left -= 1;
      if (left === 0) resolve();
    });
  });
  document.body.append(sandbox);
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 5000))]);

  // Streams, scripts and pictures are read across origins; is there anything in them?
  const listen = (url) => new Promise((resolve) => {
    const source = new EventSource(url);
    source.onopen = () => resolve({ opened: true });
    source.onmessage = ({ data }) => resolve({ text: data });
    source.addEventListener('endpoint', ({ data }) => resolve({ text: data }));
    source.onerror = () => resolve({ refused: 'error' });
    setTimeout(() => resolve({ refused: 'nothing came' }), 5000);
  }).finally(() => window.stop());
  seen.events = await listen(endpoint);
  seen['events of HTTP+SSE'] = await listen(new URL('/sse', endpoint));
  await take('get of HTTP+SSE', { headers: { Accept: 'text/event-stream' } }, new URL('/sse', endpoint));
  seen.script = await new Promise((resolve) => {
    const script = document.createElement('script');
    script.onload = () => resolve({ ran: true });
    script.onerror = () => resolve({ refused: 'error' });
    script.src = endpoint;
    document.body.append(script);
  });
  seen.socket = await new Promise((resolve) => {
    const socket = new WebSocket(endpoint.replace('http', 'ws'));
    socket.onopen = () => resolve({ opened: true });
    socket.onerror = () => resolve({ refused: 'error' });
  });
  return seen;
}

/// What a page does that is welcome: both eras, from the first message to the last.
export async function use({ endpoint, title }) {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const read = async (answer) => {
    const text = await answer.text();
    const data = answer.headers.get('content-type').startsWith('text/event-stream')
      ? text.split('\n').filter((line) => line.startsWith('data: {')).at(-1).slice('data: '.length)
      : text;
    return JSON.parse(data);
  };
  const post = (message, more) => fetch(endpoint, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify({ jsonrpc: '2.0', ...message }) });

  const clientInfo = { name: 'page', version: '0' };
  const opened = await post({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  const session = opened.headers.get('mcp-session-id');
  const agreed = (await read(opened)).result.protocolVersion;
  const known = { 'Mcp-Session-Id': session, 'MCP-Protocol-Version': agreed };
  const ready = (await post({ method: 'notifications/initialized' }, known)).status;
  const tools = (await read(await post({ id: 2, method: 'tools/list' }, known))).result.tools.length;
  const call = { name: 'add_note', arguments: { title, content: 'by a page' } };
  const added = (await read(await post({ id: 3, method: 'tools/call', params: call }, known))).result.structuredContent?.title;
  // The session's own stream: it is opened, lost, taken up again, and over when the session is.
  const listen = async (more) => {
    const answer = await fetch(endpoint, { headers: { Accept: 'text/event-stream', ...known, ...more } });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    return { status: answer.status, reader, text: (await reader.read()).value };
  };
  const heard = await listen({});
  await heard.reader.cancel();
  const last = /^id: (.+)$/m.exec(heard.text)?.[1];
  const again = await listen({ 'Last-Event-ID': last });
  const closed = (await fetch(endpoint, { method: 'DELETE', headers: known })).status;
  while (!(await again.reader.read()).done);
  const streams = [heard.status, again.status];
  const messages = await new Promise((resolve) => {
    const source = new EventSource(new URL('/sse', endpoint));
    const told = (text) => {
      source.close();
      resolve(text);
    };
    source.addEventListener('endpoint', ({ data }) => told(data));
    source.onerror = () => told('error');
  });

  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
  const about = (method, name) => ({ 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, ...(name && { 'Mcp-Name': name }) });
  const found = await read(await post({ id: 1, method: 'server/discover', params: { _meta } }, about('server/discover')));
  const asked = { name: 'list_notes', arguments: { limit: 1 }, _meta };
  const listed = await read(await post({ id: 2, method: 'tools/call', params: asked }, about('tools/call', 'list_notes')));
  return {
    session, agreed, ready, tools, added, streams, messages, closed,
    versions: found.result.supportedVersions,
    total: listed.result.structuredContent.total,
  };
}
