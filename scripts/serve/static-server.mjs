import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { CONTENT_SECURITY_POLICY } from './content-security-policy.mjs';

/** @type {Readonly<Record<string, string>>} */
const CONTENT_TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.gz': 'application/gzip',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * The file that a request's path names, looked for in each folder in turn; undefined where there is none, and for any path
 * that would leave the folder.
 *
 * @param {readonly string[]} folders
 * @param {string} urlPath
 * @returns {Promise<{ path: string, sizeBytes: number } | undefined>}
 */
async function findFile(folders, urlPath) {
  let decoded;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0')) return undefined;
  for (const folder of folders) {
    const base = resolve(folder);
    const path = join(base, decoded.endsWith('/') ? `${decoded}index.html` : decoded);
    if (!path.startsWith(base + sep)) continue;
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile()) return { path, sizeBytes: found.size };
  }
  return undefined;
}

/**
 * An HTTP server over folders of finished files, the first folder first. Every answer carries the Content-Security-Policy,
 * because workers take theirs from their own response. Compressed data files go out as they are, without Content-Encoding.
 *
 * @param {readonly string[]} folders
 * @returns {import('node:http').Server}
 */
export function createStaticServer(folders) {
  return createServer(async (request, response) => {
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'no-cache');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    const urlPath = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
    const file = await findFile(folders, urlPath);
    if (!file) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found\n');
      return;
    }
    response.writeHead(200, {
      'Content-Type': CONTENT_TYPES[extname(file.path)] ?? 'application/octet-stream',
      'Content-Length': file.sizeBytes,
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    createReadStream(file.path)
      .on('error', () => response.destroy())
      .pipe(response);
  });
}

/**
 * Listens on this machine alone, on the first free port from `firstPort` on; 0 takes any free one.
 * Returns the address, such as `http://localhost:4173/`. `localhost` is a secure context, which WebGPU needs.
 *
 * @param {import('node:http').Server} server
 * @param {number} firstPort
 * @returns {Promise<string>}
 */
export async function listenOnFreePort(server, firstPort) {
  const PORTS_TRIED = 100;
  for (let port = firstPort; ; port += 1) {
    try {
      await listen(server, port);
      const address = server.address();
      return `http://localhost:${typeof address === 'object' && address ? address.port : port}/`;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || port >= firstPort + PORTS_TRIED - 1) throw error;
    }
  }
}

/**
 * @param {import('node:http').Server} server
 * @param {number} port
 * @returns {Promise<void>}
 */
function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
