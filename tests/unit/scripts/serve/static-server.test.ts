import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../../../../scripts/serve/content-security-policy.mjs';
import { createStaticServer, listenOnFreePort } from '../../../../scripts/serve/static-server.mjs';

let folder: string;
let server: Server;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'static-server-'));
  mkdirSync(join(folder, 'site/assets'), { recursive: true });
  mkdirSync(join(folder, 'more'));
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'site/index.html'), '<p>page');
  writeFileSync(join(folder, 'site/assets/training.worker-1a2b.js'), 'postMessage(1)');
  writeFileSync(join(folder, 'more/images.gz'), gzipSync('idx'));
  server = createStaticServer([join(folder, 'site'), join(folder, 'more')]);
  address = await listenOnFreePort(server, 0);
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The status of a path sent as it is; fetch would resolve its dots first. */
function statusOf(path: string): Promise<number | undefined> {
  const { port } = new URL(address);
  return new Promise((resolve, reject) => {
    request({ host: 'localhost', port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('createStaticServer', () => {
  it('serves index.html for a folder', async () => {
    const response = await fetch(`${address}?batch=512`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toBe('<p>page');
  });

  it('sends the policy with the worker, which takes no policy from the page', async () => {
    const response = await fetch(`${address}assets/training.worker-1a2b.js`);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
  });

  it('looks in the second folder too, and sends compressed data as it is', async () => {
    const response = await fetch(`${address}images.gz`);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe('idx');
  });

  it.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/%00', '/%zz', '/missing.js', '/assets'])(
    'answers 404 for %s',
    async (path) => {
      expect(await statusOf(path)).toBe(404);
    },
  );

  it('refuses to be written to', async () => {
    const response = await fetch(address, { method: 'POST', body: 'x' });
    expect(response.status).toBe(405);
  });
});

describe('listenOnFreePort', () => {
  it('takes another port when the first is taken', async () => {
    const taken = Number(new URL(address).port);
    const second = createServer();
    const secondAddress = await listenOnFreePort(second, taken);
    second.close();
    expect(Number(new URL(secondAddress).port)).toBeGreaterThan(taken);
  });
});
