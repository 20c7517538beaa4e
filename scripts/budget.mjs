// What a visitor loads, compressed, beside what is allowed (ui guide §13).
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

const KB = 1000
// A screen is asked about together with the files it shares (docs/adr/0010): the shell has a limit of its own beside it.
const LIMITS = { login: 190 * KB, css: 20 * KB, font: 50 * KB, shell: 280 * KB, route: 80 * KB }

const gzipped = (source) => gzipSync(source).length
const shown = (bytes) => `${(bytes / KB).toFixed(1)} KB`

/**
 * The code with names of files that depend on their chunks' names alone: the hashes of a build compress by chance, some bytes better or worse
 * in each file that imports others, though nothing that is loaded has changed.
 */
function withStableNames(code, chunks) {
  let stable = code
  for (const { fileName, name } of chunks) {
    const file = fileName.split('/').at(-1)
    stable = stable.replaceAll(file, `${name}-${createHash('sha256').update(name).digest('base64url').slice(0, 8)}.js`)
  }
  return stable
}

/** Everything that comes with a chunk. */
function closureOf(chunk, byName, seen = new Set()) {
  if (!chunk || seen.has(chunk)) return seen
  seen.add(chunk)
  for (const name of chunk.imports) closureOf(byName.get(name), byName, seen)
  return seen
}

/**
 * The budget's lines for the output of a build: the sign-in, the shell with it, and the largest lazy part beyond it and the shell.
 * @returns {{ what: string, bytes: number, limit: number }[]}
 */
export function budgetOf(output) {
  const chunks = output.filter(({ type }) => type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const sizes = new Map(chunks.map((chunk) => [chunk, gzipped(withStableNames(chunk.code, chunks))]))
  const sum = (set) => [...set].reduce((total, chunk) => total + sizes.get(chunk), 0)

  const first = closureOf(
    chunks.find(({ isEntry }) => isEntry),
    byName,
  )
  const shell = closureOf(
    chunks.find(({ name }) => name === 'signed-in'),
    byName,
    new Set(first),
  )
  const routes = chunks
    .filter(({ isDynamicEntry, name }) => isDynamicEntry && !['signed-in', 'armazon'].includes(name))
    .map((chunk) => ({
      what: `Ruta ${chunk.name}`,
      bytes: sum(closureOf(chunk, byName, new Set(shell))) - sum(shell),
      limit: LIMITS.route,
    }))
    .sort((a, b) => b.bytes - a.bytes)
  const firstCss = new Set([...first].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  const css = output.filter(({ fileName }) => firstCss.has(fileName)).reduce((total, { source }) => total + gzipped(source), 0)
  const fonts = output.filter(({ fileName }) => fileName.endsWith('.woff2')).reduce((total, { source }) => total + source.length, 0)
  return [
    { what: 'Ingreso, JS', bytes: sum(first), limit: LIMITS.login },
    { what: 'Ingreso, CSS', bytes: css, limit: LIMITS.css },
    { what: 'Ingreso y armazón, JS', bytes: sum(shell), limit: LIMITS.shell },
    { what: 'Tipo de letra', bytes: fonts, limit: LIMITS.font },
    ...routes.slice(0, 3),
  ]
}

export const budgetText = (lines) =>
  lines
    .map(({ what, bytes, limit }) => `  ${what}: ${shown(bytes)} de ${shown(limit)}${bytes > limit ? '  ✖ sobre el límite' : ''}`)
    .join('\n')
