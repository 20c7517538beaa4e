// Folders of the repository and fingerprints of what is in them, for every script.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
export const inRoot = (...parts) => path.join(root, ...parts)

/** In the newest build of an app. */
export const inBuild = (app, ...parts) => inRoot('apps', app, 'dist/actual', ...parts)

const IGNORED = new Set(['node_modules', 'dist', 'datos', '.git'])

/** Every file below a folder, as absolute paths in a stable order. */
export function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : filesBelow(file)
      return entry.isFile() ? [file] : []
    })
}

/** Changes whenever a file of these folders (or one of these files) changes. */
export function fingerprintOf(...paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((p) => (existsSync(p) && statSync(p).isFile() ? [p] : filesBelow(p)))) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${path.relative(root, file)}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

export const hashOfFile = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

export const readNote = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')

export function writeNote(file, text) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${text}\n`)
}
