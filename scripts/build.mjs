// Builds what runs: API, worker and commands; the simulator; the command line; the page. Only the parts whose sources changed.
// `npm run build`, or `node scripts/build.mjs [--todo] [api] [sri-simulator] [cli] [web]`
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { requireArguments } from './argumentos.mjs'
import { budgetOf, budgetText } from './budget.mjs'
import { installBuild, isBuilt } from './builds.mjs'
import { addSignIn } from './prerender.mjs'
import { filesBelow, fingerprintOf, inRoot } from './sources.mjs'

const everywhere = [
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/budget.mjs',
  'scripts/builds.mjs',
  'scripts/prerender.mjs',
].map((file) => inRoot(file))

const targets = {
  api: {
    name: 'servidor',
    sources: ['apps/api/src', 'apps/api/harness', 'apps/api/package.json', 'packages/fiscal', 'packages/contract', 'packages/sri'],
    build: (out) => bundle(inRoot('apps/api/src'), apiEntries(), out, copyMigrations),
  },
  'sri-simulator': {
    name: 'simulador del SRI',
    sources: ['apps/sri-simulator'],
    build: (out) => bundle(inRoot('apps/sri-simulator/src'), ['main.ts', 'certificado.ts', ...threadsOf('apps/sri-simulator/src')], out),
  },
  cli: {
    name: 'línea de comandos',
    sources: ['apps/cli/src', 'apps/cli/package.json', 'packages/fiscal', 'packages/sri'],
    build: (out) => bundle(inRoot('apps/cli/src'), ['main.ts'], out),
  },
  web: {
    name: 'página web',
    sources: ['apps/web', 'packages/fiscal', 'packages/contract'],
    build: buildWeb,
  },
}

/** Brings `dist/actual` of the named parts (all by default) up to date. */
export async function build({ only = Object.keys(targets), force = false, onProgress = (line) => console.log(line) } = {}) {
  for (const id of only) {
    const target = targets[id]
    const dist = inRoot('apps', id, 'dist')
    const fingerprint = fingerprintOf(...everywhere, ...target.sources.map((source) => inRoot(source)))
    if (!existsSync(inRoot('apps', id, 'src')) || (!force && isBuilt(dist, fingerprint))) continue
    onProgress(`· Construyendo ${target.name}…`)
    await installBuild(dist, fingerprint, (draft) => target.build(draft))
  }
}

const threadsOf = (folder) => filesBelow(inRoot(folder)).filter((file) => file.endsWith('.thread.ts'))

function apiEntries() {
  const commands = ['src', 'harness']
    .flatMap((part) => filesBelow(inRoot('apps/api', part, 'commands')))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const tops = ['main.ts', 'worker.ts', 'start.ts', 'supervisor/exit-with-parent.ts']
  return [...tops, ...commands, ...threadsOf('apps/api/src'), ...threadsOf('packages/sri/src')]
}

// Commands keep their folder; all else lies flat in dist, where shared pieces find the files copied beside them.
const entryName = (file) => {
  const name = path.basename(file, '.ts')
  return path.basename(path.dirname(file)) === 'commands' ? `commands/${name}` : name
}

async function bundle(folder, entries, out, copyAssets = () => {}) {
  const { build: rolldown } = await import('rolldown')
  const files = entries.map((entry) => path.resolve(folder, entry)).filter((file) => existsSync(file))
  if (files.length === 0) return
  await rolldown({
    input: Object.fromEntries(files.map((file) => [entryName(file), file])),
    platform: 'node',
    // Packages of npm stay in node_modules; ours are source and are taken in.
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@yupana/'),
    logLevel: 'warn',
    output: { dir: out, format: 'esm', sourcemap: true, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  })
  copyAssets(out)
}

const copyMigrations = (out) => cpSync(inRoot('apps/api/src/db/migrations'), path.join(out, 'migrations'), { recursive: true })

async function buildWeb(out) {
  if (!existsSync(inRoot('apps/web/index.html'))) return
  const vite = await import('vite')
  const { output } = await vite.build({ root: inRoot('apps/web'), logLevel: 'warn', build: { outDir: out, emptyOutDir: true } })
  await addSignIn(out)
  const lines = budgetOf(output)
  console.log(budgetText(lines))
  writeFileSync(path.join(out, '.presupuesto.json'), JSON.stringify(lines))
  if (process.env.CI === 'true' && lines.some(({ bytes, limit }) => bytes > limit))
    throw new Error('La página pesa más de lo permitido (arriba).')
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  requireArguments('npm run build -- [PARTE …] [--todo]', { marcas: ['todo'], sueltos: Infinity })
  const only = process.argv.slice(2).filter((word) => !word.startsWith('-'))
  const unknown = only.find((word) => !Object.hasOwn(targets, word))
  if (unknown !== undefined) {
    console.error(`✖ No hay una parte «${unknown}». Las que hay: ${Object.keys(targets).join(', ')}.`)
    process.exit(1)
  }
  await build({ ...(only.length > 0 ? { only } : {}), force: process.argv.includes('--todo') })
}
