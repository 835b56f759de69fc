// Runs a TypeScript script of this folder: `node scripts/run.mjs plan --json`.
// TensorFlow.js ships ES modules that Node's own resolver cannot load, so the script is bundled by Vite first (about a second).
// The script runs in the project's folder and finds its arguments in process.argv, from index 2 on.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installMissing } from './setup/dependencies.mjs';

const [name, ...rest] = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
if (!name || !/^[a-z-]+$/.test(name) || !existsSync(`scripts/${name}.ts`)) {
  console.error(`There is no script scripts/${name ?? ''}.ts.`);
  process.exit(1);
}
await installMissing(root);
const { build } = await import('vite');

const outDir = join(root, 'node_modules', '.cache', 'scripts', `${name}-${process.pid}`);
const remove = () => rmSync(outDir, { recursive: true, force: true });
process.on('exit', remove);

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
await import(pathToFileURL(join(outDir, 'main.mjs')).href);
