// Features of the API and their rooms: a folder below `features`, or one below that. Each has one door.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** `apps/api/src` of the file, and what follows it; undefined for a file elsewhere. */
export function placeOf(file) {
  const at = file.lastIndexOf('/apps/api/')
  if (at < 0) return undefined
  const [zone, ...parts] = file.slice(at + '/apps/api/'.length).split('/')
  return { api: file.slice(0, at + '/apps/api'.length), zone, parts }
}

/** The room a file is in: `persona`, `comprobante/emision`; undefined outside the features. */
export function roomOf(file) {
  const place = placeOf(file)
  if (place?.zone !== 'src' || place.parts[0] !== 'features') return undefined
  return place.parts.slice(1, -1).slice(0, 2).join('/') || undefined
}

export const isDoor = (file) => file.endsWith('.door.ts')
export const isRoutes = (file) => file.endsWith('.routes.ts')
export const isTestFile = (file) => /\.test\.ts$|\/src\/testing\//.test(file)

const IMPORT = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)['"](\.[^'"]+)['"]/g
const known = new Map()

/** Rooms that a file imports, types included. */
function roomsImportedBy(file) {
  const modified = statSync(file).mtimeMs
  if (known.get(file)?.modified === modified) return known.get(file).rooms
  const rooms = [...readFileSync(file, 'utf8').matchAll(IMPORT)]
    .map(([, source]) => roomOf(path.resolve(path.dirname(file), source)))
    .filter(Boolean)
  known.set(file, { modified, rooms })
  return rooms
}

const filesOf = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
        .map((entry) => path.join(folder, entry.name))
    : []

const importsOf = (api, room) =>
  new Set(
    filesOf(path.join(api, 'src/features', room))
      .filter((file) => !isTestFile(file))
      .flatMap(roomsImportedBy),
  )

/** The shortest way from one room to another, over everything their files import, types included. */
export function wayBetween(api, from, to) {
  const seen = new Set([from])
  const queue = [[from]]
  for (const way of queue) {
    for (const next of importsOf(api, way.at(-1))) {
      if (next === to) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      queue.push([...way, next])
    }
  }
  return undefined
}
