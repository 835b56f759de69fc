import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const listed = readFileSync(`${root}src/ui/styles/mantine.ts`, 'utf8');

/** Names that the page imports from the component library and that have a style sheet of their own. */
const styled = new Set(
  readdirSync(`${root}src/ui`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(`${root}src/ui/${file}`, 'utf8'))
    .flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.replace(/\bas\b.*/, '').trim()))
    .filter((name) => existsSync(`${root}node_modules/@mantine/core/styles/${name}.layer.css`)),
);

it.each([...styled])('the style sheet of %s is loaded: without it the component has no looks', (name) => {
  expect(listed).toContain(`styles/${name}.layer.css`);
});
