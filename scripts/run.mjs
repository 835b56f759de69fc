// Runs a TypeScript script of this folder: `node scripts/run.mjs plan --json`.
// TensorFlow.js ships ES modules that Node's own resolver cannot load, so the script is bundled by Vite first (about a second).
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const [name, ...rest] = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = `${root}node_modules/.cache/scripts/${name}-${process.pid}`;

await build({
  configFile: false,
  root,
  logLevel: 'error',
  publicDir: false,
  ssr: { noExternal: [/^@tensorflow\//], external: ['playwright', 'vite'] },
  build: {
    ssr: `scripts/${name}.ts`,
    outDir,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.mjs', codeSplitting: false } },
  },
});

process.argv = [process.argv[0] ?? 'node', `${name}`, ...rest];
const { rm } = await import('node:fs/promises');
process.on('exit', () => void rm(outDir, { recursive: true, force: true }));
await import(pathToFileURL(`${outDir}/main.mjs`).href);
await rm(outDir, { recursive: true, force: true });
