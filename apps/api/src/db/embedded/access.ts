import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { chownSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

import { createRoleOnce } from '../roles.ts'
import type { Location } from './location.ts'
import { postmasterState, readPostmaster } from './postmaster.ts'

export const SUPERUSER = 'postgres'
/** Roles that sign in; the others are taken by SET ROLE, and have no password. */
const SIGNING_IN = ['yupana_app', 'yupana_worker'] as const
/** Passwords of 256 random bits cannot be guessed: slow guesses would only slow our own connections. */
const ITERATIONS = 1

/** The secret from which every password of the cluster is derived; the superuser's is the secret itself. */
const secretFile = (dataDir: string) => path.join(dataDir, 'clave-base-de-datos')

/** The password of a role; undefined while the cluster has none. */
export function passwordOf(dataDir: string, role: string): string | undefined {
  if (!existsSync(secretFile(dataDir))) return undefined
  const secret = readFileSync(secretFile(dataDir), 'utf8').trim()
  return role === SUPERUSER ? secret : createHmac('sha256', secret).update(role).digest('base64url')
}

/** Created whole or not at all; two starts at once continue with the same secret. */
export function createSecret(dataDir: string): string {
  const draft = `${secretFile(dataDir)}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, secretFile(dataDir))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(secretFile(dataDir), 'utf8')
}

/**
 * A cluster without its secret, from before there was one or with a lost file, admits its own machine user once more: only that user
 * reaches its socket, and `closeAccess` follows at once.
 */
export function reopenAccess(location: Location) {
  if (existsSync(secretFile(location.dataDir))) return
  if (process.platform !== 'win32') {
    writeRules(location, 'trust')
    const postmaster = readPostmaster(location.clusterDir)
    if (postmaster && postmasterState(postmaster, location.clusterDir) === 'running') process.kill(postmaster.pid, 'SIGHUP')
  }
  createSecret(location.dataDir)
}

/** From here on each role needs its password. Passwords first: an interrupted start leaves the access rules as they were. */
export async function closeAccess(location: Location, superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (const role of SIGNING_IN) await createRoleOnce(client, role)
    for (const role of [SUPERUSER, ...SIGNING_IN])
      await client.query(`alter role ${role} password '${verifierOf(passwordOf(location.dataDir, role) ?? '')}'`)
    if (writeRules(location, 'scram-sha-256')) await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
}

/** The server's verifier of a password (RFC 5802), so that no statement and no log has the password itself. */
function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const key = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(key('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`
}

/** Answers whether they had to be written. */
function writeRules({ clusterDir, user }: Location, method: 'trust' | 'scram-sha-256'): boolean {
  const file = path.join(clusterDir, 'pg_hba.conf')
  const connection = process.platform === 'win32' ? 'host all all 127.0.0.1/32' : 'local all all'
  const text = `# Yupana escribe este archivo en cada inicio.\n${connection} ${method}\n`
  if (readFileSync(file, 'utf8') === text) return false
  writeFileSync(`${file}.nuevo`, text, { mode: 0o600 })
  if (user.ids) chownSync(`${file}.nuevo`, user.ids.uid, user.ids.gid)
  renameSync(`${file}.nuevo`, file)
  return true
}
