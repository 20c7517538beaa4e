import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { makeDataFolder } from '../../instalacion/data-folder.ts'
import { StartError } from '../../instalacion/start-error.ts'
import { canEnter, databaseUser, ownerOf, type RunAs } from './run-as.ts'

/** Locations of the cluster, its socket and copied programs, and the user that runs it. */
export interface Location {
  /** Real path of DATA_DIR. */
  readonly dataDir: string
  readonly clusterDir: string
  readonly socketDir: string
  /** Folder for copies of the programs when `user` cannot reach the originals. */
  readonly programsDir: string
  readonly user: RunAs
}

const OUTSIDE = '/var/lib/yupana'
const NOTE = 'UBICACION.txt'
const MAXIMUM_SOCKET_PATH = 107
export const PORT = 5432

/** Decides the location of the database of `dataDir`; creates the folders above it. Never changes the mode of an existing folder. */
export function locateCluster(dataDirSetting: string): Location {
  const dataDir = makeDataFolder(dataDirSetting)
  const clusterDir = notedCluster(dataDir) ?? path.join(dataDir, 'postgres')
  const user = databaseUser(clusterDir)
  if (path.dirname(clusterDir) !== dataDir) return at(dataDir, clusterDir, user)
  refuseForeignCluster(clusterDir)
  if (process.platform === 'win32' || canEnter(user, dataDir)) return at(dataDir, clusterDir, user)
  if (!user.ids || existsSync(clusterDir))
    throw new StartError(
      `El usuario ${user.name} ya no puede entrar en ${dataDir}: devuelva el permiso de paso a esa carpeta y a las superiores.`,
    )
  return at(dataDir, moveOutside(dataDir, user), user)
}

/** A moved or copied data folder still finds its database by the note. */
function notedCluster(dataDir: string): string | undefined {
  const note = path.join(dataDir, NOTE)
  if (!existsSync(note)) return undefined
  const clusterDir = readFileSync(note, 'utf8')
    .split(/\r?\n/)
    .find((line) => path.isAbsolute(line.trim()))
    ?.trim()
  if (clusterDir && existsSync(path.dirname(clusterDir))) return clusterDir
  throw new StartError(
    `${note} dice que la base de datos está en ${clusterDir ?? '(nada)'}, que no existe: restáurela, o borre ese archivo para empezar vacío.`,
  )
}

function moveOutside(dataDir: string, user: RunAs): string {
  const folder = unusedFolder(path.join(OUTSIDE, createHash('sha256').update(dataDir).digest('hex').slice(0, 12)))
  const clusterDir = path.join(folder, 'postgres')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  for (const made of [OUTSIDE, folder]) chmodSync(made, 0o755)
  if (!canEnter(user, folder))
    throw new StartError(`El usuario ${user.name} no puede entrar en ${folder}: revise los permisos o ponga DATABASE_URL.`)
  writeFileSync(
    path.join(dataDir, NOTE),
    [
      `El usuario ${user.name}, con el que funciona PostgreSQL, no puede entrar en esta carpeta.`,
      'Por eso la base de datos está en:',
      clusterDir,
      'No borre este archivo: los siguientes inicios la buscan por él.',
      '',
    ].join('\n'),
  )
  return clusterDir
}

/** A database left there by a deleted data folder is neither used (its keys are gone) nor touched. */
function unusedFolder(folder: string): string {
  let candidate = folder
  for (let n = 2; existsSync(path.join(candidate, 'postgres')); n++) candidate = `${folder}-${n}`
  return candidate
}

function refuseForeignCluster(clusterDir: string) {
  const me = process.getuid?.()
  if (me === undefined || me === 0 || !existsSync(clusterDir)) return
  const owner = ownerOf(clusterDir) ?? 0
  if (owner !== me)
    throw new StartError(
      `La base de datos en ${clusterDir} pertenece a otro usuario (${owner}): inicie como ese usuario o como root, o use otra DATA_DIR.`,
    )
}

function at(dataDir: string, clusterDir: string, user: RunAs): Location {
  const home = path.dirname(clusterDir)
  const programsDir = home === dataDir && !user.ids ? dataDir : OUTSIDE
  return { dataDir, clusterDir, socketDir: socketFolder(path.join(home, 'socket'), clusterDir), programsDir, user }
}

/** Beside the cluster unless that path is too long for a Unix socket. */
function socketFolder(beside: string, clusterDir: string): string {
  if (fits(beside)) return beside
  const hash = createHash('sha256').update(clusterDir).digest('hex').slice(0, 12)
  return path.join(fits(path.join(os.tmpdir(), hash)) ? os.tmpdir() : '/tmp', `yupana-${hash}`)
}

const fits = (folder: string) => Buffer.byteLength(path.join(folder, `.s.PGSQL.${PORT}.lock`)) <= MAXIMUM_SOCKET_PATH

/** A private folder for the database's user; refuses one that another user made. */
export function makePrivateFolder(folder: string, user: RunAs) {
  const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined
  if (process.platform === 'win32') return
  if (isNew && user.ids) chownSync(folder, user.ids.uid, user.ids.gid)
  const expected = user.ids?.uid ?? process.getuid?.()
  if ((ownerOf(folder) ?? 0) !== expected)
    throw new StartError(`La carpeta ${folder} pertenece a otro usuario: bórrela y vuelva a iniciar.`)
}
