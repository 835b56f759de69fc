// `npm start`: installs what is missing, builds when the sources are newer than the build, serves it on this machine.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createStaticServer, listenOnFreePort } from './serve/static-server.mjs';
import { isBuildCurrent } from './setup/build-state.mjs';
import { installMissing } from './setup/dependencies.mjs';
import { endCommandsOnInterrupt, runCommand } from './setup/run-command.mjs';

const FIRST_PORT = 4173;
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

endCommandsOnInterrupt();
try {
  await installMissing(root);
  if (!isBuildCurrent(root)) await build();
  const server = createStaticServer([dist]);
  const address = await listenOnFreePort(server, FIRST_PORT);
  console.log(`\nMicrobatch is at ${address}  (Ctrl-C stops it)`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function build() {
  console.log('Building …');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { exitCode } = await runCommand(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root });
  if (exitCode !== 0) throw new Error('The build failed; see its output above.');
}
